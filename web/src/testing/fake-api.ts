import { contract, type CallsOf, type Contract, type RoomName } from '@cutaway/contract'
import {
  type BesideOf,
  type BodyOf,
  type DataOf,
  type Endpoint,
  isEndpoint,
  type Method,
  type ParamsOf,
  pathParameters,
} from '@cutaway/contract/endpoint.ts'
import { onTestFinished } from 'vitest'

/**
 * Replaces `fetch` in a component test with handlers by room and name, typed by the contract. A call without a handler
 * fails the test.
 */

/** The input of a handler: parameters, query and body as the page sent them. Path parameters are strings, also numbers. */
export interface FakeCall<E> {
  params: { [Name in keyof ParamsOf<E>]: string }
  body: BodyOf<E>
  query: URLSearchParams
}

/** A refusal: status 0 with a message key of the contract, or another HTTP status. */
class Refusal {
  readonly key: string
  readonly http: number
  readonly data: unknown
  constructor(key: string, http: number, data: unknown) {
    this.key = key
    this.http = http
    this.data = data
  }
}
export const refusal = (key: string, http = 200, data: unknown = null): Refusal => new Refusal(key, http, data)

/** Returns data with a message and further fields, if plain data is not enough. */
class Whole<D, X> {
  readonly data: D
  readonly more: X & { message?: string }
  constructor(data: D, more: X & { message?: string }) {
    this.data = data
    this.more = more
  }
}
export const reply = <D, X>(data: D, more: X & { message?: string }): Whole<D, X> => new Whole(data, more)

type Given<E> = DataOf<E> | Whole<DataOf<E>, BesideOf<E>> | Refusal
export type FakeHandler<E> = (call: FakeCall<E>) => Given<E> | Promise<Given<E>>
export type FakeHandlers = {
  [Room in RoomName]?: { [Name in keyof CallsOf<Contract[Room]>]?: FakeHandler<CallsOf<Contract[Room]>[Name]> }
}

interface Route {
  name: string
  method: Method
  matches: RegExp
  parameters: string[]
}

const routes: (Route & { room: RoomName })[] = Object.entries(contract).flatMap(([room, calls]) =>
  Object.entries(calls as Record<string, unknown>).flatMap(([name, call]) =>
    isEndpoint(call) ? [{ room: room as RoomName, name, ...routeOf(call) }] : [],
  ),
)

function routeOf(call: Endpoint): Omit<Route, 'name'> {
  const parameters = pathParameters(call.path).map((parameter) => parameter.name)
  const pattern = call.path.replaceAll(/\/:\w+\?/g, '(?:/([^/]+))?').replaceAll(/:\w+/g, '([^/]+)')
  return { method: call.method, parameters, matches: new RegExp(`^/api/v1${pattern}$`) }
}

/** A call that the page made. */
export interface Made {
  name: string
  params: Record<string, string>
  body: unknown
}

/** Returns the body of a call; of a form, the fields without the file. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/'))
    return Object.fromEntries([...(await request.formData())].filter(([, value]) => typeof value === 'string'))
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** Handles the page's calls until the end of the test. `made` lists them in order. */
export function fakeApi(handlers: FakeHandlers): { made: Made[]; calls: (name: string) => Made[] } {
  const made: Made[] = []
  const unexpected: string[] = []
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname: asked, searchParams: query } = new URL(request.url)
    if (!asked.startsWith('/api/v1/')) return real(input, init)
    // The server takes the JSON parameter from the query too, as the examples for developers give it.
    const json = query.get('json')
    const pathname = json === null ? asked : `${asked}/${encodeURIComponent(json)}`
    const found = routes.find(({ method, matches }) => method === request.method && matches.test(pathname))
    // The types check the authors of handlers; here the name was found at run time, from the path.
    const rooms = handlers as Record<string, Record<string, (call: object) => unknown> | undefined>
    const handler = found && rooms[found.room]?.[found.name]
    if (!handler) {
      unexpected.push(`${request.method} ${pathname}`)
      return Response.json({ status: 0, message: 'server_error', data: null }, { status: 500 })
    }
    const values = found.matches.exec(pathname)!.slice(1)
    const params = Object.fromEntries(
      found.parameters.flatMap((name, i) => (values[i] === undefined ? [] : [[name, decodeURIComponent(values[i])]])),
    )
    const body = await bodyOf(request)
    made.push({ name: found.name, params, body })
    const given: unknown = await handler({ params, body, query })
    if (given instanceof Refusal)
      return Response.json({ status: 0, message: given.key, data: given.data }, { status: given.http })
    const { data, more } = given instanceof Whole ? (given as Whole<unknown, object>) : { data: given, more: {} }
    return Response.json({ status: 1, message: 'ok', data, ...more })
  }
  onTestFinished(() => {
    globalThis.fetch = real
    if (unexpected.length) throw new Error(`the page made calls without a handler: ${unexpected.join(', ')}`)
  })
  return { made, calls: (name) => made.filter((one) => one.name === name) }
}
