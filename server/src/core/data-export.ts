import type { PermissionName } from '@cutaway/contract/permissions.ts'
import type { Db } from './db/database.ts'
import type { Services } from './services.ts'
import type { Site } from './tenancy.ts'

/** What a business takes with it: each room that keeps data of businesses hands over how its rows are read. */

export type Cell = string | number | null

export interface ExportSource {
  /** The name of the table in the archive, without '.csv'. */
  name: string
  /** People without this right do not get the table. */
  permission: PermissionName
  columns: readonly string[]
  /** Returns up to `most` rows of a business after a key, in the order of their keys; null: from the first one. */
  read(
    db: Db,
    of: { site: Site; services: Services; businessId: number; after: string | null; most: number },
  ): Promise<readonly { key: string; cells: readonly Cell[] }[]>
}

declare module './services.ts' {
  interface Services {
    exportSources: readonly ExportSource[]
  }
}
