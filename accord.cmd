@echo off
rem accord COMMAND, under the Node that "npm ci" has brought along, from whatever folder it is called.
setlocal
set "node=%~dp0node_modules\.bin\node.cmd"
if not exist "%node%" set "node=node"
"%node%" --max-semi-space-size=2 "%~dp0bin\accord.js" %*
