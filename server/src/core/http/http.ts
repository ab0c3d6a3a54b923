import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { playerHosts } from '@cutaway/contract/custom-video.ts'
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { DatabaseGone, HttpRefusal, Refusal } from './errors.ts'
import { hashSource } from './policy.ts'
import { rateLimitStore, type RateLimits } from './rate-limits.ts'
import { cutSlowBodies } from './slow-requests.ts'
import { isWellFormedJson, isWellFormedUrl } from './text.ts'
import { loggedPath, type Log } from '../observability/log.ts'
import { observeRequest } from '../observability/metrics.ts'
import { registerCdnRedirects } from './cdn-redirect.ts'

/** The HTTP server: the envelope for every error, request ids, security headers, rate limits, the request log. */

const envelope = (message: string, data: unknown = null) => ({ status: 0, message, data })

const keyOfStatus: Record<number, string> = {
  400: 'invalid_request',
  401: 'session_required',
  403: 'permission_denied',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'too_large',
  414: 'too_large',
  415: 'invalid_request',
  429: 'too_many_requests',
  431: 'too_large',
  503: 'service_unavailable',
}

/** Milliseconds after which every request is cut off, whatever its route allows. */
const longestUpload = 3_600_000

/** `inlineScripts` are the inline scripts that a page may contain. */
export async function makeHttp(
  config: Config,
  log: Log,
  { limits, inlineScripts = [] }: { limits: RateLimits; inlineScripts?: string[] },
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log
  const security = await securityHeaders(config, inlineScripts)
  const patience = config.requestTimeoutSeconds
  const app = Fastify({
    loggerInstance: logger,
    // Each log line names its request itself: a logger for each request would cost more than the lines.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 8000 },
    frameworkErrors: (error, request, reply) => {
      const http = error.statusCode ?? 400
      const whole = reply as FastifyReply
      addHeaders(request, whole, security)
      // The only error here is a malformed escape in the address.
      if (isPageAddress(request)) return void whole.redirect(publicHome)
      void whole.code(http).send(envelope(keyOfStatus[http] ?? 'invalid_request'))
    },
    clientErrorHandler: refuseUnreadable,
    // Long parameters are part of the API: a JSON object of 4 KB grows threefold when it is URL-encoded.
    http: {
      maxHeaderSize: 32 * 1024,
      headersTimeout: patience * 1000,
      requestTimeout: longestUpload,
      connectionsCheckingInterval: Math.min(5_000, (patience * 1000) / 4),
    },
    // Bodies are cut off sooner, after the time that their route allows.
    requestTimeout: longestUpload,
    forceCloseConnections: 'idle',
  })
  cutSlowBodies(app.server, patience, (socket) => refuseOnSocket(socket, 408))

  // Accepts only JSON: a form of another site cannot send JSON without a preflight request.
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const parsed = parseJson(body as Buffer)
    if (parsed) done(null, parsed.value)
    else done(new HttpRefusal(400, 'invalid_request'))
  })

  await app.register(fastifyCookie)
  // Only calls that declare a file read multipart bodies (endpoints.ts); other calls refuse them.
  await app.register(fastifyMultipart)
  await app.register(fastifyRateLimit, {
    global: false,
    store: rateLimitStore(limits),
    errorResponseBuilder: (_request, context) =>
      new HttpRefusal(429, 'too_many_requests', Math.ceil(context.ttl / 1000)),
  })

  // Not async: a promise for each hook of each request is a measurable part of a short response.
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply, security)
    if (!isMalformed(request)) return done()
    if (isPageAddress(request)) return void reply.redirect(publicHome)
    done(new HttpRefusal(400, 'invalid_request'))
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    observeRequest(request.routeOptions.url ?? 'unknown', request.method, reply.statusCode, reply.elapsedTime / 1000)
    if (reply.statusCode < 500 && !log.isLevelEnabled('debug')) return
    const line = {
      id: request.id,
      method: request.method,
      path: loggedPath(request.url),
      host: request.host,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    // 503 is an answer, not a fault: its cause is logged where it is known.
    if (reply.statusCode === 503) log.warn(line, 'request refused')
    else if (reply.statusCode >= 500) log.error(line, 'request failed')
    else log.debug(line, 'request')
  })
  registerCdnRedirects(app, config.staticOrigins)
  // A connection whose request ends while the server closes becomes idle too late to be closed with the others, and one
  // that a browser opened in advance has said nothing yet, which Node does not count as idle. Both would delay the end
  // for as long as they are kept.
  const connections = new Map<Socket, number>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, performance.now())
    socket.once('close', () => connections.delete(socket))
  })
  const closeUnused = () => {
    app.server.closeIdleConnections()
    // The first request of a new one may be on its way.
    const before = performance.now() - 500
    for (const [socket, opened] of connections) if (socket.bytesRead === 0 && opened < before) socket.destroy()
  }
  app.addHook('preClose', async () => {
    const timer = setInterval(closeUnused, 100).unref()
    app.server.once('close', () => clearInterval(timer))
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  app.setNotFoundHandler((_request, reply) => {
    void reply.code(404).send(envelope('not_found'))
  })
  return app
}

/** The prefix of the API's paths, in upper or lower case. */
const api = /^\/api(?:[/?]|$)/i

/** The page to which every unknown address of the portal leads. */
const publicHome = '/bhome'

/** Returns whether a person may have typed or followed the address: not that of a call, or of a file with an ending. */
const isPageAddress = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !api.test(url) && !/^[^?]*\.[^/?]*(?:\?|$)/.test(url)

function addHeaders(request: FastifyRequest, reply: FastifyReply, security: Record<string, string>) {
  reply.headers(security).header('x-request-id', request.id)
  // The route also matches escaped letters; the address covers paths without a route.
  if (request.routeOptions?.url?.startsWith('/api/') || api.test(request.url)) reply.header('cache-control', 'no-store')
}

/**
 * Returns whether the address contains malformed text. The query of a page is not checked: it belongs to the browser.
 */
function isMalformed({ url, routeOptions }: FastifyRequest): boolean {
  return !isWellFormedUrl(routeOptions.url === '/*' ? (url.split('?', 1)[0] ?? '') : url)
}

/** Returns parsed UTF-8 JSON without malformed text; undefined for anything else. */
function parseJson(body: Buffer): { value: unknown } | undefined {
  if (!isUtf8(body)) return undefined
  const text = body.toString('utf8')
  try {
    const value: unknown = JSON.parse(text, (key, inner: unknown) => (key === '__proto__' ? undefined : inner))
    return isWellFormedJson(text, value) ? { value } : undefined
  } catch {
    return undefined
  }
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log) {
  if (error instanceof Refusal) return reply.code(200).send({ ...envelope(error.key, error.data), ...error.beside })
  if (error instanceof HttpRefusal) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
    return reply.code(error.http).send(envelope(error.key))
  }
  if (error instanceof DatabaseGone) {
    log.warn({ id: request.id, err: error.cause ?? error }, 'the database cannot be reached')
    return reply.code(503).header('retry-after', 5).send(envelope('service_unavailable'))
  }
  const http = (error as FastifyError).statusCode
  if (http !== undefined && http < 500) return reply.code(http).send(envelope(keyOfStatus[http] ?? 'invalid_request'))
  log.error({ id: request.id, path: loggedPath(request.url), err: error }, 'unexpected error')
  return reply.code(500).send(envelope('server_error', null))
}

/** Responds with the envelope to a request that cannot be parsed as HTTP. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET') return socket.destroy()
  const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
  refuseOnSocket(socket, statuses[error.code ?? ''] ?? 400)
}

/** Writes the envelope to a connection that has no reply object, and closes it. */
function refuseOnSocket(socket: Socket, http: number) {
  if (!socket.writable) return socket.destroy()
  const body = JSON.stringify(envelope(keyOfStatus[http] ?? 'invalid_request'))
  socket.end(
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Returns the headers that helmet adds to every response, computed once instead of for each response. */
async function securityHeaders(config: Config, inlineScripts: string[]): Promise<Record<string, string>> {
  const scratch = Fastify()
  await scratch.register(fastifyHelmet, helmetOptions(config, inlineScripts))
  const plain = (await Fastify().inject('/')).headers
  const { headers } = await scratch.inject('/')
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name in plain ? [] : [[name, String(value)]])),
  )
}

function helmetOptions(config: Config, inlineScripts: string[]) {
  const hashes = inlineScripts.map(hashSource)
  const near = [...new Set(config.staticOrigins.map(({ origin }) => origin))]
  const own = ["'self'", ...near]
  return {
    hsts: config.secure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The bundler's development server needs inline scripts and a socket.
        scriptSrc: config.devServer ? [...own, "'unsafe-inline'"] : [...own, ...hashes],
        connectSrc: config.devServer ? [...own, 'ws:'] : own,
        styleSrc: own,
        // A page adds its own style elements by hash or nonce (http/policy.ts).
        styleSrcElem: config.devServer ? [...own, "'unsafe-inline'"] : own,
        // React and Mantine set widths, positions and custom properties in style attributes.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: [...own, 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", ...playerHosts.map((host) => `https://${host}`)],
        fontSrc: [...own, 'data:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        ...(config.secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  }
}
