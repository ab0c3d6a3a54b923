import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { nothingSent, nothingWritten } from '../testing.ts'

/** Shared by tests of sending: mails and text messages with usual contents, and what is then in the outbox. */

const { sharing } = contract
export const disc = 'BRKDSC'
export const pads = 'BRKPAD'
export const film = (part_id: string) => ({ part_id, selected: true as const })
/** The first page of the sender's list. */
export const page1 = { page: 1, size: 10, sort: 'sent_at' as const, descending: true }

export interface Mail {
  to?: string | string[]
  subject?: string
  message?: string
  films?: string[]
  from?: string
  ro?: string
  related?: boolean
  key?: string
  user_id?: number
  days?: number
}

export interface Text {
  to?: string
  message?: string
  films?: string[]
  optIn?: string | null | undefined
  country?: string
  key?: string
  ro?: string
}

/** Returns functions that send as a user. `as` is read with each call, because the world begins later. */
export function sending(as: () => { w: World; dana: Person; danaId: number }) {
  const system = () => as().w.database.system
  const today = () => as().w.clock.now().toISOString().slice(0, 10)
  const mailBody = ({
    to = 'marcus@mailbox.example',
    subject = 'Your brakes, explained',
    message = 'Hi Marcus',
    films = [disc],
    from,
    ro,
    related,
    key,
    user_id = as().danaId,
    days,
  }: Mail = {}) => ({
    email: {
      toEmail: to,
      subject,
      emailMessage: message,
      selectedList: films.map(film),
      defaultFromEmail: from,
      roNumber: ro,
      relatedAnimations: related,
    },
    user_id,
    brand_id: 1,
    lang_id: 50,
    driverside: 'left' as const,
    days,
    request_key: key,
  })
  const textBody = ({
    to = '+1 503 555 0142',
    message = 'Your front pads are at 2 mm:',
    films = [disc],
    country,
    key,
    ro,
    ...more
  }: Text = {}) => ({
    moNumber: to,
    opt_in_date: 'optIn' in more ? more.optIn : today(),
    emailMessage: message,
    selectedList: films.map(film),
    country_code: country,
    brand_id: 1,
    lang_id: 50,
    driverside: 'left' as const,
    request_key: key,
    roNumber: ro,
  })
  return {
    today,
    mailBody,
    textBody,
    mail: (given: Mail = {}, who = as().dana) => who.send(sharing.sendEmail, { body: mailBody(given) }),
    sms: (given: Text = {}, who = as().dana) => who.send(sharing.sendSms, { body: textBody(given) }),
    mms: (given: Text = {}, who = as().dana) => who.send(sharing.sendMms, { body: textBody(given) }),
    mailsTo: async (site = 31) =>
      system().selectFrom('mails').selectAll().where('web_site_id', '=', site).orderBy('to_address').execute(),
    textsTo: async () => system().selectFrom('messages').selectAll().execute(),
  }
}

/** The world of the tests of a file, and Dana in it; set by `danaSends`. */
export let w: World
export let dana: Person
export let danaId: number

/** Logs Dana in again, for example after her sessions have expired. */
export async function danaReturns(): Promise<void> {
  dana = await w.loggedIn('advisor')
}

/** Begins a world with Dana for the tests of a file; nothing is sent before each test. Returns functions that send as her. */
export function danaSends() {
  beforeAll(async () => {
    w = await world()
    await danaReturns()
    danaId = (await dana.me()).user_id
  })
  afterAll(() => w.close())
  beforeEach(async () => {
    await nothingSent(w)
    await nothingWritten(w, 'message_credits')
  })
  return sending(() => ({ w, dana, danaId }))
}
