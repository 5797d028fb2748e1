/** The exercise in workerd, which runs Cloudflare Workers. */
import * as client from './client.js'
import { exercise } from './exercise.js'

export default {
  async fetch(_, { baseUrl, apiKey }) {
    return Response.json(await exercise(client, { baseUrl, apiKey }))
  },
}
