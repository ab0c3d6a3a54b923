import type { FastifyInstance } from 'fastify'
import { formIn } from './bodies.ts'
import type { Parts } from './gateway.ts'
import { escaped } from './markup.ts'
import { personPage } from './page-frame.ts'

/** The pages of the bank: a look at the device, which ends by itself, and the question to the cardholder. */

export function challengeRoutes(app: FastifyInstance, parts: Parts): void {
  const { ledger } = parts
  const security = (script = false) => ({
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'${script ? "; script-src 'unsafe-inline'" : ''}`,
  })

  app.post('/cybersource/3ds/device', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers(security(true))
      .send(
        `<!doctype html><title>Device</title><script>parent.postMessage(JSON.stringify({MessageType:'profile.completed',Status:true}),'*')</script>`,
      ),
  )

  const challenge = (id: string) => {
    const found = ledger.authentications.get(id)
    if (!found) return undefined
    if (found.state !== 'pending') return returnPage(found.returnUrl ?? '', id)
    return personPage(
      'Your bank',
      `<h1>Is it you who is paying?</h1>
<p>The bank of this test card asks before it pays. Choose what the cardholder does.</p>
<form method="post" action="/3ds/${escaped(id)}">
<button name="result" value="passed" class="primary">Yes, it is me</button>
<button name="result" value="failed">No, refuse</button>
</form>`,
    )
  }
  app.post('/cybersource/3ds/challenge', (request, reply) => {
    const id = formIn(request).get('JWT') ?? ''
    return reply
      .type('text/html; charset=utf-8')
      .headers(security())
      .send(challenge(id) ?? unknown())
  })
  app.get('/eway/3ds/challenge', (request, reply) => {
    const { AccessCode: id = '' } = request.query as Record<string, string>
    return reply
      .type('text/html; charset=utf-8')
      .headers(security(true))
      .send(challenge(id) ?? unknown())
  })
  app.post('/3ds/:id', (request, reply) => {
    const { id } = request.params as { id: string }
    const found = ledger.authentications.get(id)
    if (!found) return reply.code(404).type('text/html; charset=utf-8').send(unknown())
    const passed = formIn(request).get('result') === 'passed'
    if (found.state === 'pending') ledger.record({ ...found, state: passed ? 'passed' : 'failed' })
    return reply
      .type('text/html; charset=utf-8')
      .headers(security(true))
      .send(returnPage(found.returnUrl ?? '', id))
  })
}

const unknown = () => personPage('Your bank', '<h1>This question has ended</h1><p>Go back and pay again.</p>')

/** Sends the frame back to the shop, by a form as banks do. */
const returnPage = (url: string, id: string) =>
  `<!doctype html><title>Back</title><form id="back" method="post" action="${escaped(url)}"><input type="hidden" name="TransactionId" value="${escaped(id)}"></form><script>document.getElementById('back').submit()</script>`
