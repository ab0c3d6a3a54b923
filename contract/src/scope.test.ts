import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  describeWho,
  endpoint,
  type EndpointConfig,
  jsonParam,
  linkHolder,
  mayAny,
  needsSession,
  notAudited,
  onlySelf,
  ownSite,
  type Reply,
  signedIn,
  unscoped,
  type UploadRule,
} from './endpoint.ts'
import { Id, PathId } from './fields.ts'
import { allCalls } from './index.ts'
import { describeScope, fieldsOf, valuesOf } from './scope.ts'

type AnyConfig = EndpointConfig<z.ZodObject, z.ZodType, Reply, z.ZodObject, UploadRule | undefined>
/** Declares a call without the compiler's checks, as a careless cast would. */
const declare = (config: Partial<AnyConfig>) =>
  endpoint({ method: 'GET', path: '/x', who: signedIn, summary: 'An example.', reply: z.null(), ...config } as never)

test('refuses a declaration of an unknown field', () => {
  const body = z.object({ user_id: Id })
  expect(() => declare({ body, actsFor: 'owner_id' })).toThrow('there is no field owner_id')
  expect(() => declare({ body, actsFor: 'user_id', site: 'web_site_id' })).toThrow('there is no field web_site_id')
  expect(() => declare({ body, actsFor: 'user_id', owns: { id: 'banner' } })).toThrow('there is no field id')
  expect(() => declare({ who: linkHolder('token') })).toThrow('there is no field token')
  const config = { method: 'GET', path: '/x', who: signedIn, summary: 'x', body, reply: z.null() } as const
  // @ts-expect-error -- the compiler sees it first
  expect(() => endpoint({ ...config, actsFor: 'owner_id' })).toThrow('there is no field owner_id')
})

test('refuses undeclared ids at every level', () => {
  expect(() => declare({ path: '/x/:user', params: z.object({ user: PathId }) })).toThrow('declare actsFor')
  expect(() => declare({ body: z.object({ more: z.object({ userId: Id.optional() }) }) })).toThrow(
    'more.userId looks like a user id',
  )
  const json = jsonParam(z.object({ web_site_id: Id }))
  expect(() => declare({ path: '/x/:json', params: z.object({ json }) })).toThrow('declare site')
  expect(() => declare({ body: z.array(z.object({ id: Id })) })).toThrow('declare owns')
  expect(() => declare({ body: z.object({ region: Id.nullable() }) })).toThrow('region looks like a record id')
  expect(() => declare({ body: z.object({ location_ids: z.array(z.string()) }) })).toThrow('declare owns')
})

test('ids of the library need no declaration, and exceptions have a reason', () => {
  expect(declare({ body: z.object({ part_id: z.string(), brand_id: Id, lang_id: Id }) }).isEndpoint).toBe(true)
  const all = z.object({ user_id: Id, web_site_id: Id, id: Id })
  declare({ body: all, actsFor: unscoped('a'), site: unscoped('b'), owns: { id: unscoped('c') } })
  declare({ body: all, actsFor: onlySelf('user_id'), site: ownSite('web_site_id'), owns: { id: 'banner' } })
})

test('a call that changes state declares its audit entry', () => {
  expect(() => declare({ method: 'POST' })).toThrow('declare audit')
  declare({ method: 'POST', audit: { action: 'banner.add' } })
  declare({ method: 'POST', audit: notAudited('reads only') })
})

test('a call that acts for a user needs a session', () => {
  const params = z.object({ token: z.string(), user_id: PathId })
  const config = { path: '/x/:token/:user_id', params, actsFor: 'user_id' } as const
  expect(() => declare({ ...config, who: linkHolder('token') })).toThrow('needs no session')
})

test('finds values in path, body, JSON parameter and lists', () => {
  const json = jsonParam(z.object({ user_id: Id }))
  const body = z.object({ users: z.array(Id), rows: z.array(z.object({ id: Id.optional() })).optional() })
  const fields = fieldsOf({ params: z.object({ json, id: PathId }), body })
  const given = { params: { id: 5, json: { user_id: 6 } }, body: { users: [7, 8], rows: [{ id: 9 }, {}] } }
  const values = Object.fromEntries(fields.map((field) => [field.name, [field.isList, valuesOf(field, given)]]))
  expect(values).toMatchObject({
    user_id: [false, [6]],
    id: [false, [5]],
    users: [true, [7, 8]],
    'rows.id': [true, [9]],
  })
})

test('every call that changes state is audited, or declares why not', () => {
  const changing = allCalls().filter(({ endpoint: e }) => e.method !== 'GET')
  const kept = changing.filter(({ endpoint: e }) => e.audit && 'action' in e.audit)
  expect(kept.length).toBeGreaterThan(30)
  const reasons = Object.fromEntries(
    changing.flatMap(({ name, endpoint: e }) =>
      e.audit && 'notAudited' in e.audit ? [[name, e.audit.notAudited]] : [],
    ),
  )
  const tracking = 'view tracking'
  const payments = 'a payment and its attempts are rows of their own that are never deleted'
  const numbers = 'orders of numbers are rows of their own that are never deleted'
  const texts = 'orders and the entries of the account are rows of their own that are never deleted'
  expect(reasons).toEqual({
    confirmBuyTwilioNumber: numbers,
    rechargeSms: texts,
    getSmsUse: 'reads only',
    embedViewed: tracking,
    courseFilmViewed: tracking,
    tellPlays: tracking,
    screenBeat: 'a report every few seconds',
    makeScreenCode: 'the pairing is audited',
    claimScreen: 'the pairing is audited',
    findScreenCode: 'reads only',
    findFilms: 'reads the library',
    saveReportSetting: 'a user’s own view',
    leaveReportSchedule: 'a user’s own mail',
    sendReportNow: 'a letter to the caller alone',
    previewReportLetter: 'changes nothing',
    applyMobileOtp: 'a code to the number of a registration; the message itself is kept',
    sendFreeTrailOTP: 'a code to a visitor; the message itself is kept',
    startPayment: 'moves no money',
    handlePayWithPaypal: 'moves no money',
    handleConfirmUpgradeUser: payments,
    paymentSecondStepCybersource: payments,
    paymentSecondStepEwayAU: payments,
    payArrears: payments,
    payPhoneNumber: 'payments are rows of their own that are never deleted',
    startCardChange: 'moves no money',
    quoteChange: 'reads only',
    reactivateAccounts: 'changes nothing',
    reactivateAccountsIntl: 'changes nothing',
    changeBillingPlanforActivateAccount: 'moves no money',
    changeBillingPlanforActivateCybersourceAccount: 'moves no money',
    changeBillingPlanforActivateAccountIntl: 'moves no money',
    demoClock: 'only in the demo; what happens on these days is recorded as on any other',
    animationVideoTracking: tracking,
    insertPartPdfViewed: tracking,
    insertPartViewed: tracking,
    insertTrackPartPdfViewed: tracking,
    insertTrackPartViewed: tracking,
    insertTrackPartViewedLoop: tracking,
    watchedSeconds: tracking,
    checkSenderLink: 'reads only',
    forgotPasswordTokenCheck: 'reads only',
    getSearchedResults: 'reads only',
    changeFirstTimeLoginStatus: 'a preference of the caller',
    checkSenderDomain: 'looks up public records',
    markSendRead: 'what a user has read',
    changeTouchScreenMode: 'a mode of the session, changed many times a day',
    setLanguage: 'a preference of the caller, changed with each visit',
    updateFirstTimeViewSmsMsg: 'a hint that the user has seen',
    sendContact: 'a message of a visitor; the mail itself is kept',
    vvconsolelog: 'a line in the log of the server',
    beginApp: 'takes effect with confirmApp',
    beginPasskey: 'takes effect with addPasskey',
    beginSecondStep: 'reads only',
    checkLocationNameAlreadyExists: 'reads only',
    checkOwnUsername: 'reads only',
    checkRegionNameAlreadyExists: 'reads only',
    checkUsernameAlreadyExists: 'reads only',
    checkWebSiteHost: 'reads only',
    getApplications: 'reads only',
    getTextRegistrations: 'reads only',
    getInvoices: 'reads only',
    getDeskItems: 'reads only',
    getOpenInvoices: 'reads only',
    searchPayments: 'reads only',
    checkWebSiteHosts: 'requests pages of the portal itself',
    uploadWebSiteLogo: 'the web site that shows the picture is audited when it is saved',
    getAskedIpRanges: 'reads only',
    getBusinesses: 'reads only',
    getWebSites: 'reads only',
    getClasses: 'reads only',
    getLocations: 'reads only',
    getRegionList: 'reads only',
    getUserlistAndUserRegionAndUserLocationAndAccessType: 'reads only',
    checkTextFile: 'reads only',
    getBrowserErrors: 'reads only',
    getFeedbackInbox: 'reads only',
    getLegalText: 'reads only',
    getLocationImportRows: 'reads only',
    getLocationImports: 'reads only',
    getSiteNews: 'reads only',
    getSiteTexts: 'reads only',
    getTextHistory: 'reads only',
    getUserImportRows: 'reads only',
    getUserImports: 'reads only',
    previewHtml: 'reads only',
    checkLocationImport: 'a dry run',
    checkUserImport: 'a dry run',
    checkNow: 'looks up public records',
    readLocationImport: 'no location changes before the import starts',
    readUserImport: 'no user changes before the import starts',
  })
})

test('audit actions are a noun and a verb', () => {
  const actions = allCalls().flatMap(({ endpoint: e }) => (e.audit && 'action' in e.audit ? [e.audit.action] : []))
  expect(actions.filter((action) => !/^[a-z_]+\.[a-z_]+$/.test(action))).toEqual([])
})

test('describes each declaration in one line', () => {
  expect(describeScope({ actsFor: 'user_id', site: ownSite('site'), owns: { id: 'banner' } })).toEqual([
    'acts for user_id: the caller, or a user in scope',
    'site must be the web site of the request',
    'id is a banner in scope',
  ])
})

test('a call that accepts several rights requires a session and says so in words', () => {
  const who = mayAny('allow_share_email', 'allow_share_sms')
  expect(needsSession(who)).toBe(true)
  expect(describeWho(who)).toBe('may allow_share_email or allow_share_sms')
})
