import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { textFor } from '../../catalogue/library/library.ts'
import { consentFacts, type CustomerOwner, type CustomerRow } from './customers.queries.ts'
import { shownAddress } from './phone-shown.ts'
import { opened, sealerOf } from './sealed-names.ts'
import { consentOf } from './standing-consent.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

/** Returns customers as their business sees them. `tag` is the language of film names. */
export async function customersOf(
  db: Db,
  { config, library }: Pick<Services, 'config' | 'library'>,
  site: Site,
  owner: CustomerOwner,
  rows: readonly CustomerRow[],
  tag: string,
): Promise<Customer[]> {
  const sealer = sealerOf(config)
  const ids = rows.flatMap(({ last_part_id }) => last_part_id ?? [])
  const films = await withOwnFilms(db, site, library, ids, 'any')
  const facts = await consentFacts(
    db,
    site,
    owner,
    rows.flatMap(({ addresses }) => addresses.map(({ key }) => key)),
  )
  return rows.map((row) => {
    const phone = row.addresses.find(({ key }) => !key.includes('@'))?.key ?? ''
    const email = row.addresses.find(({ key }) => key.includes('@'))
    const film = row.last_part_id === null ? undefined : films.film(row.last_part_id)
    return {
      customer_id: row.customer_id,
      ...opened(sealer, row),
      phone,
      phone_shown: shownAddress(site, phone),
      email: email?.address ?? '',
      language_id: row.language_id,
      last_channel: row.last_channel,
      ro_number: row.ro_number,
      texts: consentOf(facts.get(phone)),
      emails: consentOf(facts.get(email?.key ?? '')),
      last_film: film ? { part_id: film.partId, part_name: textFor(film.of.texts, tag).name } : null,
      last_at: row.last_at.toISOString(),
      since: row.created_at.toISOString(),
    }
  })
}

/** The owner of a customer's row. */
export const ownerOf = ({ businessentity_id, user_id }: CustomerRow): CustomerOwner => ({
  businessentity_id,
  user_id: user_id ?? 0,
})
