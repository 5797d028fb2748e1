// Read when the canvas is loaded, so this comes first: the same template must give the same picture on every machine.
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1'
