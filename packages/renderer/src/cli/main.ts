#!/usr/bin/env node
import { Command } from 'commander'
import { renderCommand } from './render-command.ts'

await new Command('pictable-renderer')
  .description('Render images from a template and the rows of a table.')
  .addCommand(renderCommand())
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parseAsync()
