import type { CheckProblem } from '@cutaway/contract/rooms/sites/health.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '../../../core/db/tables.ts'
import type { Services } from '../../../core/services.ts'
import { findMailKeys, replaceChecks } from './health.queries.ts'

/** Looks up what lies outside the portal and ends unnoticed: certificates, and keys of mail domains in the DNS. */

export type CheckServices = Pick<Services, 'config' | 'database' | 'sites' | 'dns' | 'certificates' | 'clock'>

/** Look-ups at the same time: one that gets no response takes seconds. */
const together = 8

/** Looks everything up and keeps the results for the health page. */
export async function lookUp(services: CheckServices): Promise<void> {
  const { config, database, sites, clock } = services
  const hosts = config.secure
    ? sites.all().flatMap(({ web_site_id, hosts: names }) => names.map((name) => ({ name, web_site_id })))
    : []
  const keys = await findMailKeys(database.system)
  const work = [
    ...hosts
      .filter(({ name }) => !/(^|\.)localhost$/.test(name))
      .map((host) => async () => ({ ...host, kind: 'certificate' as const, ...(await ofHost(services, host.name)) })),
    ...keys.map((key) => async () => ({
      ...key,
      kind: 'mail_key' as const,
      valid_to: null,
      problem: await ofKey(services, key.name),
    })),
  ]
  const found: Insertable<Tables['outside_checks']>[] = []
  const next = work.values()
  const worker = async () => {
    for (const look of next) found.push({ ...(await look()), checked_at: clock.now() })
  }
  await Promise.all(Array.from({ length: together }, worker))
  await replaceChecks(database.system, found)
}

async function ofHost({ certificates, clock }: CheckServices, host: string) {
  const { validTo, problem } = await certificates.read(host)
  const isExpired = validTo !== null && validTo <= clock.now()
  return { valid_to: validTo, problem: isExpired ? ('expired' as const) : problem }
}

async function ofKey({ dns }: CheckServices, name: string): Promise<CheckProblem | null> {
  const records = await dns.txt(name).catch(() => undefined)
  if (records === undefined) return 'unreachable'
  return records.some((record) => /(^|;)\s*p=\s*[A-Za-z0-9+/]/.test(record)) ? null : 'missing'
}

/** Registers the look-up every six hours. */
export function registerChecks(services: CheckServices & Pick<Services, 'jobs'>): void {
  services.jobs.every('health.lookUp', '23 */6 * * *', () => lookUp(services))
}
