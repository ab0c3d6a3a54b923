import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import { mostCustomerName, mostVehicle } from '@cutaway/contract/rooms/sharing/customers.ts'
import { changeCustomer, insertCustomer, type Address, type CustomerOwner } from './customers.queries.ts'
import { sealed, sealerOf } from './sealed-names.ts'

/** What a send tells about its recipient. */
export interface Remembered extends Address {
  channel: 'email' | 'sms' | 'mms'
  /** Empty or undefined: unchanged. */
  name?: string | undefined
  vehicle?: string | undefined
  language_id: number
  ro_number: string
  part_id: string | undefined
  at: Date
}

type Sender = CustomerOwner & { location_id: number | null }

/** Remembers the recipient of a send as a customer of the sender's business. Returns the customer's id. */
export async function rememberCustomer(
  db: Db,
  { config }: Pick<Services, 'config'>,
  site: Site,
  sender: Sender,
  told: Remembered,
): Promise<number> {
  const { businessentity_id, user_id, location_id } = sender
  const { address_key, address, language_id, at } = told
  const customerId = await insertCustomer(
    db,
    site,
    sender,
    { address_key, address },
    { businessentity_id, user_id, location_id, language_id, last_at: at, assigned_user_id: user_id },
  )
  const name = sanitiseLine(told.name ?? '', mostCustomerName)
  const vehicle = sanitiseLine(told.vehicle ?? '', mostVehicle)
  await changeCustomer(db, site, customerId, {
    user_id,
    location_id,
    language_id,
    last_channel: told.channel,
    last_part_id: told.part_id ?? null,
    last_at: at,
    ...(told.ro_number ? { ro_number: told.ro_number } : {}),
    ...sealed(sealerOf(config), site, sender, { name: name || undefined, vehicle: vehicle || undefined }),
  })
  return customerId
}
