import type { Planted } from './planted.ts'

/** Planted faults of the rooms about messages. */
export const messages: readonly Planted[] = [
  {
    room: 'conversations',
    name: 'a text without consent is sent',
    find: "fail('customer_has_not_agreed')",
    replace: ';',
  },
  {
    room: 'conversations',
    name: 'a second automatic answer is sent on the same day',
    find: 'row.auto_answered_at > secondsAfter(now, -aDay)',
    replace: 'row.auto_answered_at < secondsAfter(now, -aDay)',
  },
  {
    room: 'conversations',
    name: 'an unsigned mail is accepted',
    find: 'if (!isSignedMail(',
    replace: 'if (false && !isSignedMail(',
  },
  {
    room: 'conversations',
    name: 'a customer who stopped is written to',
    find: 'if (because) fail(leftOutMessage[because])',
    replace: ';',
  },
  {
    room: 'conversations',
    name: 'a conversation is assigned to a user of another business',
    find: "fail('assignee_not_in_business')",
    replace: ';',
  },
  {
    room: 'messaging',
    name: 'a mailbox that was full once is no longer written to',
    find: 'fullMailboxes = { count: 3,',
    replace: 'fullMailboxes = { count: 1,',
  },
  {
    room: 'messaging',
    name: 'a report with a wrong signature is accepted',
    find: '!isTwilioSignature(authToken, given, urls, fields)',
    replace: 'false',
  },
  {
    room: 'consent',
    name: 'a sixth unsigned request in an hour is accepted',
    find: 'lately >= unsignedPerHour',
    replace: 'lately > unsignedPerHour',
  },
  {
    room: 'consent',
    name: 'a business reads the ledger of an address that it never wrote to',
    find: 'if (owner && !(await isReachedBy(db, site, key, owner))) denied()',
    replace: ';',
  },
  {
    room: 'telephony',
    name: 'a number that somebody else has is bought again',
    find: "ours.name === name ? { outcome: 'bought', providerId: ours.providerId } : { outcome: 'taken' }",
    replace: "{ outcome: 'bought', providerId: ours.providerId }",
  },
  {
    room: 'telephony',
    name: 'a registration that was submitted again is decided unread',
    find: 'if (before.submitted_at?.toISOString() !== new Date(body.submitted_at).toISOString())',
    replace: 'if (before.submitted_at === null)',
  },
  {
    room: 'telephony',
    name: 'the automatic recharge spends more than the cap of the month',
    find: 'if ((await spentInMonth(db, site, businessId, now)) + dueOf(bundle) > settings.cap_minor) {',
    replace: 'if (settings.cap_minor < 0) {',
  },
]
