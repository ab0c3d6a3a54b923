import type { Planted } from './planted.ts'

/** Planted faults of the rooms about web sites, people and places. */
export const people: readonly Planted[] = [
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
    room: 'sessions',
    name: 'the token of a framed page opens it a second time',
    find: ".set({ used_at: now, ...page })\n    .where('web_site_id', '=', site.web_site_id)\n    .where('token_hash', '=', tokenHash)\n    .where('used_at', 'is', null)",
    replace:
      ".set({ used_at: now, ...page })\n    .where('web_site_id', '=', site.web_site_id)\n    .where('token_hash', '=', tokenHash)",
  },
  {
    room: 'sessions',
    name: 'a ticket logs in another user than its own',
    find: 'if (user === undefined || userKey(user.username) !== userKey(username)) return undefined',
    replace: 'if (user === undefined) return undefined',
  },
]
