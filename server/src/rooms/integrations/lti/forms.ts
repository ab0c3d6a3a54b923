import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Reads what browsers post for a platform: forms, and nothing else. */

const mostBytes = 64 * 1024

export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: mostBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** Returns the fields of a form, or of the query of a GET. */
export function fieldsOf(request: FastifyRequest): URLSearchParams {
  if (request.body instanceof URLSearchParams) return request.body
  return new URL(request.url, 'http://localhost').searchParams
}
