import type { Certificates } from '../outside/certificates.ts'
import type { Hosts } from '../outside/hosts.ts'
import type { Memberships } from '../outside/membership.ts'
import type { Dns } from '../outside/dns.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './observability/log.ts'
import type { Notices } from './db/notices.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { Pdfs } from './pdf/pdf.ts'
import type { Storage } from './storage/storage.ts'
import type { SiteDirectory } from './tenancy.ts'
import type { Texts } from './texts.ts'

/**
 * Services that a handler may use besides its own request. They are created once at start (start.ts) and passed down. A
 * room that offers a service adds it by module augmentation next to its code; start.ts does not compile without it.
 */
export interface Services {
  config: Config
  database: Database
  sites: SiteDirectory
  notices: Notices
  /** Cached responses that are the same for many people. */
  responses: ResponseCache
  jobs: Jobs
  storage: Storage
  pdfs: Pdfs
  texts: Texts
  clock: Clock
  log: Log
  /** Returns the country of an address in lower case; undefined if unknown. */
  countryOf(ip: string): string | undefined
  captcha: Captcha
  /** Whether a log-in replaces a password hash with outdated parameters. */
  renewsPasswordHashes: boolean
  dns: Dns
  certificates: Certificates
  hosts: Hosts
  memberships: Memberships
}

export interface Captcha {
  challenge(): Promise<unknown>
  /**
   * Returns whether the payload solves a challenge of this portal that has not expired and was not used on any node.
   * Call it before the first query of a request: it takes a connection of its own.
   */
  verify(payload: string): Promise<boolean>
}
