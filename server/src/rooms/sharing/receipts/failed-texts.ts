import type { Db } from '../../../core/db/database.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import { partName } from '../../catalogue/library/library.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'
import { queueMail } from '../../messaging/mail.ts'
import type { RecipientEvents } from '../../messaging/recipient-events.ts'
import { shownAddress } from '../customers/phone-shown.ts'
import { aboutCustomer, aboutLink, textNotDelivered } from '../notify.letters.ts'
import { findFailedText } from './failures.queries.ts'
import { peopleToTell } from './notify.queries.ts'

/**
 * Adds to the events of recipients: the sender of a text message that was not delivered gets a mail with the reason. A
 * message that the shop itself deleted is not reported.
 */
export const withFailureNotices = (
  events: RecipientEvents,
  services: Pick<Services, 'jobs' | 'config' | 'sites' | 'library'>,
): RecipientEvents => ({
  ...events,
  async textFailed(db: Db, site: Site, { message_id, why }) {
    const failed = why === 'deleted' ? undefined : await findFailedText(db, site, message_id)
    if (!failed) return
    const [sender] = await peopleToTell(db, site, { ...failed, businessentity_id: null, location_id: null }, [
      'failures',
    ])
    if (!sender) return
    const language =
      services.sites.language(sender.language_id ?? site.default_lang_id) ??
      services.sites.language(site.default_lang_id)!
    const tag = language.language_code
    const origin = linkOrigin('', site.hosts, services.config)
    const { link_id, recipient_id, customer_id } = failed
    const library = await withOwnFilms(
      db,
      site,
      services.library,
      failed.part_id === null ? [] : [failed.part_id],
      'any',
    )
    await queueMail(db, services, site, {
      to: sender.email,
      ...(link_id !== null
        ? { about: aboutLink(link_id) }
        : customer_id !== null
          ? { about: aboutCustomer(customer_id) }
          : {}),
      language,
      letter: textNotDelivered({
        customer: shownAddress(site, failed.address_key),
        reason: text(site, tag, `delivery_reason_${why}`),
        film: failed.part_id === null ? '' : partName(library, failed.part_id, tag),
        ro_number: failed.ro_number,
        link:
          recipient_id === null
            ? `${origin}/conversations?customer=${customer_id}`
            : `${origin}/shared?recipient=${recipient_id}`,
      }),
    })
  },
})
