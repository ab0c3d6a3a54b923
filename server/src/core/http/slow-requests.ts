import type { FastifyRequest } from 'fastify'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Cuts off requests whose body does not arrive in time, so that slow senders do not accumulate connections. */

/** The minimum rate of a large upload, in bytes per second. */
const slowestUpload = 32 * 1024

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Returns the seconds allowed for a body of at most `bytes`, for calls that take large files. */
export const secondsForUpload = (bytes: number, seconds: number): number => seconds + bytes / slowestUpload

/** Closes a connection with 408 if the body of its request has not arrived after `seconds`. */
export function cutSlowBodies(server: Server, seconds: number, refuse: (socket: Socket) => void): void {
  // Runs before the framework's listener, so that a route can extend the time of its request.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
    if (hasBody) wait(request, response, seconds, refuse)
  })
}

/** Extends the time for the body of a request. */
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
