/** The exercise as a program of Node, Deno or Bun, in a folder in which the client is installed: prints what happened. */
import process from 'node:process'
import * as client from '@pictable/client'
import { exercise } from './exercise.js'

const { PICTABLE_URL: baseUrl, PICTABLE_KEY: apiKey } = process.env
console.log(JSON.stringify(await exercise(client, { baseUrl, apiKey })))
process.exit(0)
