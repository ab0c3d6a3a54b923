import { Resolver } from 'node:dns/promises'

/** Looks up the DNS records that decide whether mail from a domain is accepted. */
export interface Dns {
  /** Whether this is the stand-in of the demo, which knows only its own records. */
  isStandIn: boolean
  /** Returns the TXT records of a name, each as one text; none if the name has none. Throws if no server responds. */
  txt(name: string): Promise<string[]>
}

/** Codes that say that the name or the record does not exist; every other failure is no answer. */
const absent = new Set(['ENODATA', 'ENOTFOUND'])

/** Asks the name servers of the machine, or the given ones ('192.0.2.1', '192.0.2.1:5353'). */
export function serverDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    isStandIn: false,
    async txt(name) {
      try {
        // A record longer than 255 bytes comes in pieces.
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
      } catch (error) {
        if (absent.has((error as { code?: string }).code ?? '')) return []
        throw error
      }
    },
  }
}
