import type { FastifyRequest } from 'fastify'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Cuts requests whose body does not arrive in time, so that slow senders do not collect connections. */

/** Bytes in a second that the sender of a large file must reach at least. */
const slowestUpload = 32 * 1024

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Seconds for a body of at most `bytes`, where a call takes large files. */
export const secondsForUpload = (bytes: number, seconds: number): number => seconds + bytes / slowestUpload

/** Closes a connection with 408 when the body of its request has not arrived after `seconds`. */
export function cutSlowBodies(server: Server, seconds: number, refuse: (socket: Socket) => void): void {
  // Before the listener of the framework, so that a route can give its request more time.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
    if (hasBody) wait(request, response, seconds, refuse)
  })
}

/** Gives the body of a request more time. */
export function extendBodyTime({ raw }: FastifyRequest, seconds: number): void {
  const timer = timers.get(raw)
  if (!timer) return
  clearTimeout(timer)
  const { response, refuse } = waiting.get(raw)!
  wait(raw, response, seconds, refuse)
}

interface Waiting {
  response: ServerResponse
  refuse: (socket: Socket) => void
}
const waiting = new WeakMap<IncomingMessage, Waiting>()

function wait(request: IncomingMessage, response: ServerResponse, seconds: number, refuse: (socket: Socket) => void) {
  const timer = setTimeout(() => {
    if (request.complete) return
    if (response.headersSent) request.socket.destroy()
    else refuse(request.socket)
  }, seconds * 1000).unref()
  if (!timers.has(request)) {
    const stop = () => clearTimeout(timers.get(request))
    request.once('end', stop).once('close', stop)
  }
  timers.set(request, timer)
  waiting.set(request, { response, refuse })
}
