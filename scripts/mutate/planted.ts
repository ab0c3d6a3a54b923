/**
 * Faults that the tests must detect: at least two in each room. `find` is a text that occurs exactly once in the room's
 * folder, so that a fault stays valid when its file moves. If the text itself has changed, `npm run mutate -- planted`
 * names the entry to update.
 */
export interface Planted {
  /** A folder of server/src/rooms. */
  room: string
  /** The effect of the fault. */
  name: string
  find: string
  replace: string
}

export const planted: readonly Planted[] = [
  {
    room: 'sites',
    name: 'the contact form takes a captcha that is not solved',
    find: "if (!(await services.captcha.verify(body.captcha))) fail('captcha_not_solved')",
    replace: 'await services.captcha.verify(body.captcha)',
  },
  {
    room: 'sites',
    name: 'a second feedback is taken as if it was the first',
    find: "if (!isFirst) fail('feedback_already_given')",
    replace: ';',
  },
  {
    room: 'sites',
    name: 'an address of another host counts as a page of this site',
    find: 'const known = url.host === base.host ||',
    replace: 'const known = url.host !== base.host ||',
  },
  {
    room: 'sites',
    name: 'a host that was never reached counts as one that no longer is',
    find: "when c.reached_at is null then 'draft'",
    replace: "when c.reached_at is null then 'unreachable'",
  },
  {
    room: 'sites',
    name: 'another country needs no reason',
    find: "fail('web_site_reason_missing')",
    replace: 'void 0',
  },
  { room: 'sessions', name: 'a sixth wrong password is let through', find: '{ ofUser: 5,', replace: '{ ofUser: 6,' },
  {
    room: 'sessions',
    name: 'a fourth link for a new password is mailed',
    find: 'perAccount: 3',
    replace: 'perAccount: 4',
  },
  {
    room: 'sessions',
    name: 'a session is not written while it is used',
    find: 'if (now < secondsAfter(session.lastSeenAt, sessionSeconds.writeEvery)) return null',
    replace: 'return null',
  },
  {
    room: 'users',
    name: 'the rights are those of any user of the site',
    find: "    .where('u.user_id', '=', userId)\n    .where('u.deleted_at', 'is', null)\n    .executeTakeFirst()\n  return row && effective",
    replace: "    .where('u.deleted_at', 'is', null)\n    .executeTakeFirst()\n  return row && effective",
  },
  {
    room: 'users',
    name: 'rights of a user who was deleted are told',
    find: "    .where('u.deleted_at', 'is', null)\n    .executeTakeFirst()\n  return row && effective",
    replace: '    .executeTakeFirst()\n  return row && effective',
  },
  {
    room: 'users',
    name: 'a user of an equal role can be changed',
    find: 'user.user_id !== caller.user_id && user.user_access_id > caller.user_access_id',
    replace: 'user.user_id !== caller.user_id && user.user_access_id >= caller.user_access_id',
  },
  {
    room: 'users',
    name: 'a right that the manager lacks can be granted',
    find: "if (wanted.some((name) => !current.includes(name) && !caller.may(name))) fail('permission_not_held')",
    replace: ';',
  },
  {
    room: 'users',
    name: 'an earlier invitation works after a new one',
    find: 'await spendLinksOf(db, site, ids, now)\n    for',
    replace: 'for',
  },
  {
    room: 'catalogue',
    name: 'the home page of another web site is asked for without a refusal',
    find: 'if (params.userOrSite !== caller.user.user_id && params.userOrSite !== site.web_site_id) denied()',
    replace: ';',
  },
  {
    room: 'catalogue',
    name: 'the systems that somebody else chose are shown',
    find: 'if (params.userOrSite !== caller.user.user_id && params.userOrSite !== site.web_site_id) denied()',
    replace: ';',
  },
  {
    room: 'catalogue',
    name: 'the search is made again for every question, and never when a text changed',
    find: 'texts.every((text, i) => text === kept.texts[i])',
    replace: '!texts.every((text, i) => text === kept.texts[i])',
  },
  {
    room: 'player',
    name: 'a touch screen without the right gets the file of an interactive film',
    find: "file === of.part.interactive_film?.file ? 'allow",
    replace: "file !== of.part.interactive_film?.file ? 'allow",
  },
  {
    room: 'player',
    name: 'a PDF counts as read where the part has none',
    find: "if (pdf && !film.of.part.pdf) fail('Part no found')",
    replace: ';',
  },
  {
    room: 'player',
    name: 'a view of a film that the brand does not show is kept',
    find: "if (!isShownFor(film, brand.vehicle_kind, driverside)) fail('Part no found')",
    replace: ';',
  },
  {
    room: 'favourites',
    name: 'taking one favourite away takes all of the site',
    find: "    .where('favourite_id', '=', id)\n",
    replace: '',
  },
  {
    room: 'favourites',
    name: 'a favourite that is moved stands behind the one whose place it takes',
    find: 'a.named - b.named',
    replace: 'b.named - a.named',
  },
  {
    room: 'favourites',
    name: 'the refusal of a second star has no text',
    find: "fail('favourite_already_added')",
    replace: "fail('favourite_already_there')",
  },
  {
    room: 'branding',
    name: 'one address more than allowed is taken',
    find: 'others.length >= mostAddresses',
    replace: 'others.length > mostAddresses',
  },
  {
    room: 'branding',
    name: 'an address that was never confirmed becomes the default',
    find: "if (!address.verified_at) fail('sender_not_confirmed')\n  await",
    replace: 'await',
  },
  {
    room: 'branding',
    name: 'a link for an address is good an hour too long',
    find: 'linkSeconds = 48 * 3600',
    replace: 'linkSeconds = 49 * 3600',
  },
  {
    room: 'sharing',
    name: 'the plain film of a link is that of the other kind',
    find: "if (film.kind === 'narrated') return sendFilm",
    replace: "if (film.kind !== 'narrated') return sendFilm",
  },
  {
    room: 'sharing',
    name: 'the related films are those that the link has anyway',
    find: '!films.includes(other)',
    replace: 'films.includes(other)',
  },
  {
    room: 'sharing',
    name: 'several films are put on a link for one',
    find: "if (partIds.length > 1) fail('message_select_only_one_animation')",
    replace: ';',
  },
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
    room: 'organisation',
    name: 'a range of 256 addresses needs no approval',
    find: 'countOf(range) > mostUndecided',
    replace: 'countOf(range) > mostUndecided + 1',
  },
  {
    room: 'organisation',
    name: 'a range that was changed meanwhile is approved',
    find: "    .where('state', '=', 'waiting')\n    .where('from_ip', '=', String(from))\n    .where('to_ip', '=', String(to))",
    replace: "    .where('state', '=', 'waiting')",
  },
  {
    room: 'organisation',
    name: 'a business has one location more than its subscription',
    find: '+ added > max_locations)',
    replace: '> max_locations)',
  },
  {
    room: 'organisation',
    name: 'a regional manager removes a location from the regions of others',
    find: "and ${reach.regions('c')}\n      and not exists",
    replace: 'and not exists',
  },
  {
    room: 'organisation',
    name: 'a location of another business is put into a region',
    find: 'if (chosen.some((location) => location.businessentity_id !== businessentity_id)) notFound()',
    replace: ';',
  },
  {
    room: 'organisation',
    name: 'a location is overwritten that somebody else changed meanwhile',
    find: 'body.version !== shown(before).version)',
    replace: 'false)',
  },
  {
    room: 'organisation',
    name: 'two locations of the same name are restored together',
    find: 'if (isTwice || ',
    replace: 'if (',
  },
  {
    room: 'sessions',
    name: 'the own session comes back long after acting has run out',
    find: 'since: secondsAfter(now, -sessionSeconds.idle) })',
    replace: 'since: new Date(0) })',
  },
  {
    room: 'sessions',
    name: 'no mail reports a removed authenticator app',
    find: "await tell(call, { kind: 'app_removed' })",
    replace: ';',
  },
  {
    room: 'users',
    name: 'a manager without the right to set rights chooses them with a new user',
    find: "if (!caller.may('manage_permissions')) denied()",
    replace: ';',
  },
  {
    room: 'signup',
    name: 'a code still counts after five wrong tries',
    find: "if (open.tries > codeRules.tries) return { outcome: 'burnt' }",
    replace: ';',
  },
  {
    room: 'signup',
    name: 'a promo code counts on the day on which it expires',
    find: 'expiresOn !== null && expiresOn <= today',
    replace: 'expiresOn !== null && expiresOn < today',
  },
  {
    room: 'signup',
    name: 'a draft is changed without its cookie',
    find: 'if (mustExist && (!draft || body.user_id !== draft.user_id)) notFound()',
    replace: ';',
  },
  {
    room: 'billing',
    name: 'a payment of another amount counts as paid',
    find: 'verdict.amountMinor !== payment.amount_minor || verdict.currency !== payment.currency',
    replace: 'verdict.currency !== payment.currency',
  },
  {
    room: 'billing',
    name: 'a stranger sees how a payment ended',
    find: 'of?.purpose.name !== payment.purpose || of.orderId !== payment.order_id',
    replace: 'of?.purpose.name === "renewal"',
  },
  {
    room: 'billing',
    name: 'a lost reply counts as not charged',
    find: "if (verdict.outcome === 'unclear') {",
    replace: 'if (verdict.code === "never") {',
  },
  {
    room: 'billing',
    name: 'an amount with more decimals than the currency has is taken',
    find: 'if (!whole || fraction.length > exponent) return undefined',
    replace: 'if (!whole) return undefined',
  },
  {
    room: 'signup',
    name: 'a distributor changes the account that takes the money',
    find: "if (!mayChangeAccounts(call) && (names.includes('payment_accounts') || names.includes('bank_details')))",
    replace: 'if (names.length < 0)',
  },
  {
    room: 'signup',
    name: 'the seller that another operator saved is overwritten',
    find: "if ((record?.version ?? 0) !== version) fail('seller_changed', await dataOf(call, record))",
    replace: ';',
  },
  {
    room: 'sites',
    name: 'the filter of web sites that take no payments shows those that do',
    find: "s.payment_accounts <> '{}'",
    replace: "s.payment_accounts = '{}'",
  },
  {
    room: 'organisation',
    name: 'a range that another business has is active at once',
    find: 'isLarge || isOfOthers ?',
    replace: 'isLarge ?',
  },
  {
    room: 'organisation',
    name: 'the operator approves a range that another business has',
    find: "if ((await queries.findOverlaps(db, site, range, asked)).others) fail('ip_range_overlaps')",
    replace: ';',
  },
  {
    room: 'catalogue',
    name: 'the order of the home page that another operator saved is overwritten',
    find: "if (before.join() !== body.seen.join()) fail('home_systems_changed_meanwhile')",
    replace: ';',
  },
  {
    room: 'integrations',
    name: 'a business hears what customers of another one do',
    find: "query.where('w.businessentity_id', '=', about.businessentity_id)",
    replace: 'query',
  },
  {
    room: 'integrations',
    name: 'a webhook is switched off one failure too late',
    find: 'failures < mostWebhookFailures',
    replace: 'failures <= mostWebhookFailures',
  },
  {
    room: 'telephony',
    name: 'a number that somebody else has is bought again',
    find: "ours.name === name ? { outcome: 'bought', providerId: ours.providerId } : { outcome: 'taken' }",
    replace: "{ outcome: 'bought', providerId: ours.providerId }",
  },
  {
    room: 'telephony',
    name: 'the automatic recharge spends more than the cap of the month',
    find: 'if ((await spentInMonth(db, site, businessId, now)) + dueOf(bundle) > settings.cap_minor) {',
    replace: 'if (settings.cap_minor < 0) {',
  },
  {
    room: 'embeds',
    name: 'a user may have one embed more than the limit',
    find: '(await queries.countEmbeds(db, site, counted)) >= limit)',
    replace: '(await queries.countEmbeds(db, site, counted)) > limit)',
  },
  {
    room: 'embeds',
    name: 'a website that is not listed shows the film',
    find: "if (isAlone || (host !== '' && !isListed(host, domains))) {",
    replace: 'if (isAlone) {',
  },
  {
    room: 'reports',
    name: 'a manager of a location sees the whole business',
    find: 'if (scope.locationIds !== null) all.push(sql`e.location_id = any(${ints(scope.locationIds)})`)',
    replace: ';',
  },
  {
    room: 'reports',
    name: 'the first moment of a day belongs to the day before',
    find: 'sql`e.at >= ${start}::timestamptz`',
    replace: 'sql`e.at > ${start}::timestamptz`',
  },
]
