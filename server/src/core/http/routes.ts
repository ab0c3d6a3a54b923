import { jsonParameter, pathParameters, type Endpoint } from '@cutaway/contract/endpoint.ts'

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
