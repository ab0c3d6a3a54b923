import type { Dns } from './dns.ts'

/**
 * The stand-in for DNS: a zone in memory. In the demo it has a domain of each kind, so that the settings page can be
 * tried without a domain of one's own. `publish` adds a record, as the owner of a domain does.
 */
export interface StandInDns extends Dns {
  publish(name: string, record: string): void
  remove(name: string): void
}

const demoZone: Record<string, string[]> = {
  '_dmarc.strict.example': ['v=DMARC1; p=reject; rua=mailto:postmaster@strict.example'],
  'strict.example': ['v=spf1 mx -all'],
  '_dmarc.careful.example': ['v=DMARC1; p=quarantine'],
  '_dmarc.open.example': ['v=DMARC1; p=none'],
}

export function standInDns(zone: Readonly<Record<string, readonly string[]>> = demoZone): StandInDns {
  const records = new Map(Object.entries(zone).map(([name, texts]) => [name, [...texts]]))
  return {
    isStandIn: true,
    txt: (name) => Promise.resolve(records.get(name.toLowerCase()) ?? []),
    publish: (name, record) =>
      void records.set(name.toLowerCase(), [...(records.get(name.toLowerCase()) ?? []), record]),
    remove: (name) => void records.delete(name.toLowerCase()),
  }
}
