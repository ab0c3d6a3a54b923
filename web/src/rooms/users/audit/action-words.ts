import { withCapital } from '../../../core/i18n/capital.ts'

/** Names the actions of the audit log: 'banner.make_default' is a change of a banner. */

/** The message key of what was done, for verbs that are not one of `plain` themselves. */
const verbs: Readonly<Record<string, string>> = {
  make: 'add',
  give: 'add',
  set_up: 'add',
  invite: 'add',
  add_app: 'add',
  add_passkey: 'add',
  make_codes: 'add',
  import: 'add',
  start: 'add',
  forget: 'delete',
  lift: 'unlock',
  remove_app: 'delete',
  remove_passkey: 'delete',
  accept: 'confirm',
  undo: 'restore',
  restore_all: 'restore',
  send_again: 'send',
  mail_link: 'send',
  ask_link: 'send',
  ask_for_new: 'send',
  called: 'answer',
  take_up: 'answer',
  end: 'log_out',
  end_others: 'log_out',
  end_sessions: 'log_out',
  send_login_details: 'send',
}
export const plainVerbs = [
  'add',
  'change',
  'delete',
  'restore',
  'revoke',
  'extend',
  'confirm',
  'send',
  'answer',
  'read',
  'record',
  'lock',
  'unlock',
  'log_in',
  'log_out',
  'start_acting',
  'stop_acting',
] as const

const startsLower = /^\p{Lu}(?=\p{Ll})/u

/** Returns what was done in words: 'Changed user', 'Session: logged in', 'Started acting for a user'. */
export function doneInWords(t: (key: string, values?: Record<string, string>) => string, action: string): string {
  const { thing, verb } = wordsOf(action)
  const did = t(verb)
  if (verb === 'did_start_acting' || verb === 'did_stop_acting') return withCapital(did)
  if (verb === 'did_log_in' || verb === 'did_log_out') return t('audit_did', { thing: t(thing), did })
  const name = t(thing).replace(startsLower, (letter) => letter.toLocaleLowerCase())
  return withCapital(t('audit_did_thing', { thing: name, did }))
}

/** Returns the message keys of the thing and of what was done with it; every other verb is a change. */
export function wordsOf(action: string): { thing: string; verb: string } {
  const [thing = '', verb = ''] = action.split('.')
  const plain = (plainVerbs as readonly string[]).includes(verb) ? verb : (verbs[verb] ?? 'change')
  return { thing: `thing_${thing}`, verb: `did_${plain}` }
}
