import { createServer } from 'node:http'
import { verifyWebhook } from 'cutaway-client'

createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  try {
    const event = await verifyWebhook({ headers: request.headers, body }, process.env.WEBHOOK_SECRET ?? '')
    // An event can arrive more than once: skip those whose id you have stored.
    console.log(event.id, event.type, event.data.ro_number)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(Number(process.env.PORT))
