@echo off
rem Tantera without a Python of the system. Alone: the server, its page and its QR code; with words: the command.
rem This Python reads no PYTHON... variables (its ._pth says so): what it is to know stands in the command.
chcp 65001 >nul
set "program=%~dp0app\python\python.exe"
if not exist "%program%" goto packed
if "%TANTERA_CALLED%"=="" set "TANTERA_CALLED=tantera.bat"
if not "%~1"=="" goto command
"%program%" -X utf8 -m tantera serve --open --qr
if errorlevel 1 pause
goto :eof
:command
"%program%" -X utf8 -m tantera %*
exit /b %errorlevel%
:packed
echo Primero descomprime toda la carpeta. / Primer descomprimeix tota la carpeta. / First unpack the whole folder.
pause
exit /b 1
