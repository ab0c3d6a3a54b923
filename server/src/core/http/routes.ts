import { jsonParameter, pathParameters, type Endpoint } from '@cutaway/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { HttpRefusal } from './errors.ts'

/**
 * Returns the server routes of a call: one for each optional parameter that may be left out, and one without the JSON
 * segment if the JSON may be in the query.
 */
export function routePaths(endpoint: Endpoint): string[] {
  const path = `/api/v1${endpoint.path}`
  const optional = pathParameters(path).filter((p) => p.optional)
  const whole = path.replaceAll('?', '')
  const paths = [whole, ...optional.map(({ name }) => path.slice(0, path.indexOf(`/:${name}?`)).replaceAll('?', ''))]
  const json = jsonParameter(endpoint)
  if (json && whole.endsWith(`/:${json}`)) paths.push(whole.slice(0, -json.length - 2))
  return [...new Set(paths)].map(withFileEnding)
}

/** Makes ':lang.json' the last segment, so that the parameter ends before the dot. */
const withFileEnding = (path: string) =>
  path.replace(/:(\w+)(\.\w+)$/, (_, name: string, ending: string) => `:${name}(^[^./]+)${ending}`)

const callMethods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

/**
 * Returns the methods that are served at the address of a request which met no route of the API. They are looked up for
 * each such request, because routes that refuse the other methods of each call would be most of the work of a start.
 */
export function allowedMethods(app: FastifyInstance, { url, method }: FastifyRequest): HTTPMethods[] {
  if (!callMethods.includes(method)) return []
  // Only the routes for unknown addresses have a wildcard.
  return callMethods.filter((one) => {
    const found = app.findRoute({ method: one, url }) as { params: object } | null
    return found !== null && !('*' in found.params)
  })
}

/**
 * Puts the JSON of the query among the parameters of the path, where it was left out. Without either, a read has the
 * address of nothing: throws 404.
 */
export function takeJson({ method, query }: FastifyRequest, given: Record<string, string>, json: string): void {
  if (given[json] !== undefined) return
  const inQuery = (query as Record<string, string | undefined>)['json']
  if (method === 'GET' && inQuery === undefined) throw new HttpRefusal(404, 'not_found')
  given[json] = inQuery ?? ''
}
