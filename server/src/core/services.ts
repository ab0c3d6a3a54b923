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
 * What a handler may use besides its own request. Made once at start (start.ts) and handed down. A room that offers something
 * to others adds it by module augmentation, beside what it offers; start.ts does not compile without it.
 */
export interface Services {
  config: Config
  database: Database
  sites: SiteDirectory
  notices: Notices
  /** Responses that many people get. */
  responses: ResponseCache
  jobs: Jobs
  storage: Storage
  pdfs: Pdfs
  texts: Texts
  clock: Clock
  log: Log
  /** Country by address in lower case; undefined when unknown. */
  countryOf(ip: string): string | undefined
  captcha: Captcha
}

export interface Captcha {
  challenge(): Promise<unknown>
  /**
   * Whether the payload solves a challenge of ours, unexpired and unused on every node. Call it before the first query of
   * a request: it takes a connection of its own.
   */
  verify(payload: string): Promise<boolean>
}
