@echo off
rem Tantera without a Python of the system. Alone: the server, its page and its QR code; with words: the command.
chcp 65001 >nul
set PYTHONUTF8=1
if "%TANTERA_CALLED%"=="" set TANTERA_CALLED=tantera.bat
if not "%~1"=="" goto command
"%~dp0app\python\python.exe" -m tantera serve --open --qr
if errorlevel 1 pause
goto :eof
:command
"%~dp0app\python\python.exe" -m tantera %*
