/** Runs an example for the shell in the browser: the same request, to the portal of the page. */

export interface ExampleRequest {
  method: 'GET' | 'POST'
  /** With its query. */
  path: string
  body: string | null
}

/** The variables of the shell that an example uses beside address and key. */
export const variablesOf = (shell: string): string[] =>
  [...new Set([...shell.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name!))].filter(
    (name) => name !== 'CUTAWAY_URL' && name !== 'CUTAWAY_KEY',
  )

/** Reads the curl command of an example. Throws if it has a form that no example has. */
export function requestOf(shell: string, variables: Readonly<Record<string, string>> = {}): ExampleRequest {
  const address = /"\$CUTAWAY_URL([^"]*)"/.exec(shell)?.[1]
  if (!address?.startsWith('/api/v1/')) throw new Error('the example calls no address of the portal')
  const path = address.replaceAll(/\$([A-Z_]+)/g, (_all, name: string) => encodeURIComponent(variables[name] ?? ''))
  const field = (name: string) => new RegExp(`--${name} '([^']*)'`).exec(shell)?.[1]
  const query = field('data-urlencode')
  if (query !== undefined) {
    const [name = '', ...value] = query.split('=')
    return { method: 'GET', path: `${path}?${new URLSearchParams({ [name]: value.join('=') })}`, body: null }
  }
  const body = field('data') ?? null
  return { method: body === null ? 'GET' : 'POST', path, body }
}

export interface ExampleResponse {
  status: number
  milliseconds: number
  /** JSON, indented. */
  text: string
}

/** Sends the request with an API key, and without the session of the reader. Throws without a connection. */
export async function runExample({ method, path, body }: ExampleRequest, key: string): Promise<ExampleResponse> {
  const start = performance.now()
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    headers: { authorization: `Bearer ${key}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    body,
  })
  const text = await response.text()
  return { status: response.status, milliseconds: Math.round(performance.now() - start), text: indented(text) }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
