#!/bin/sh
exec "$(cd "$(dirname "$0")" && pwd)/tantera"
