import Commands

await MapPressureTool().main()
