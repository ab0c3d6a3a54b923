import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir } from 'node:fs/promises'
import { HttpRefusal } from './errors.ts'
import { extendBodyTime, secondsForUpload } from './slow-requests.ts'

/**
 * Uploads in parts by the tus protocol (https://tus.io). An upload continues where it broke off, also after a restart:
 * its bytes are on the disk. Who may upload what is for the callers to check before they pass a request on.
 */

/** Bytes of one part. Browsers send smaller ones. */
export const largestPart = 64 * 1024 ** 2

export interface TusOptions<Running> {
  /** The path before the name of an upload. */
  path: string
  /** The folder of the files. */
  directory: string
  /** The name of the upload that a request belongs to. */
  nameOf: (running: Running) => string
  onFinish: (running: Running) => Promise<unknown>
}

/** Returns the function that lets the protocol's server answer a request, with the security headers of every answer. */
export function tusServer<Running>({ path, directory, nameOf, onFinish }: TusOptions<Running>) {
  const running = new AsyncLocalStorage<Running>()
  const tus = new Server({
    path,
    datastore: new FileStore({ directory }),
    relativeLocation: true,
    // Only pages of the web site itself upload.
    allowedOrigins: [],
    namingFunction: () => nameOf(running.getStore()!),
    onUploadFinish: async () => {
      await onFinish(running.getStore()!)
      return {}
    },
  })
  return async (request: FastifyRequest, reply: FastifyReply, one: Running): Promise<void> => {
    // The store creates its folder in the background, too late for the first upload.
    await mkdir(directory, { recursive: true })
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('cache-control', 'no-store')
    reply.hijack()
    await running.run(one, () => tus.handle(request.raw, reply.raw))
  }
}

/** Leaves the body of parts to the protocol's server, which reads it itself. */
export function acceptParts(app: FastifyInstance): void {
  app.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null))
}

/** Returns the length of a part, and gives a slow line the time for it. */
export function lengthOfPart(request: FastifyRequest, requestTimeoutSeconds: number): number {
  const length = Number(request.headers['content-length'])
  // Without a length, the end of the part is unknown.
  if (!Number.isInteger(length) || length < 0) throw new HttpRefusal(400, 'invalid_request')
  if (length > largestPart) throw new HttpRefusal(413, 'too_large')
  extendBodyTime(request, secondsForUpload(length, requestTimeoutSeconds))
  return length
}

/** Returns the size that an upload announces. */
export function sizeOfUpload(request: FastifyRequest): number {
  const given = request.headers['upload-length']
  const size = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : NaN
  // An upload of unknown length could not be told whether there is room for it.
  if (!Number.isSafeInteger(size)) throw new HttpRefusal(400, 'invalid_request')
  return size
}
