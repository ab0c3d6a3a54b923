import { z } from 'zod'
import { Id, PathId } from './fields.ts'

/**
 * The scope of a call, declared beside its schemas: the user it acts for, the web site, the records it names, and its
 * audit entry. A declaration names a field of the path, the body or the JSON parameter: 'user_id', or
 * 'email.web_site_id' for a nested one. The field of a list stands for each of its elements.
 */

/** Exempts an id from the rule that ids are declared. The reason appears in the generated documentation. */
export interface Unscoped {
  unscoped: string
}
export const unscoped = (reason: string): Unscoped => ({ unscoped: reason })

/** Requires the field to name the caller; any other user is refused, regardless of the role. */
export interface OnlySelf<Name extends string> {
  onlySelf: Name
}
export const onlySelf = <const Name extends string>(field: Name): OnlySelf<Name> => ({ onlySelf: field })

/**
 * Requires the field to name the web site of the request; any other is refused, also to roles that reach all web sites.
 */
export interface OwnSite<Name extends string> {
  ownSite: Name
}
export const ownSite = <const Name extends string>(field: Name): OwnSite<Name> => ({ ownSite: field })

export type ActsFor<Name extends string = string> = Name | OnlySelf<Name> | Unscoped
export type SiteField<Name extends string = string> = Name | OwnSite<Name> | Unscoped
/** The kind of a record; a room registers a loader for each kind. */
export type Owned = string | Unscoped

/** `action` is the name of the event, such as 'link.revoke': the noun, then the verb. */
export interface Audited {
  action: string
}
export interface NotAudited {
  notAudited: string
}
export const notAudited = (reason: string): NotAudited => ({ notAudited: reason })
export type Audit = Audited | NotAudited

export interface Scope {
  actsFor?: ActsFor | undefined
  site?: SiteField | undefined
  owns?: Readonly<Record<string, Owned>> | undefined
}

/** One field of a call's schemas. */
export interface Field {
  /** The name in declarations. */
  name: string
  from: 'params' | 'body'
  path: readonly string[]
  /** The field is a list, or a field of a list's elements. */
  isList: boolean
  schema: z.ZodType
}

/** Returns every field of a call, including nested ones. Fields of the JSON parameter are named like top-level ones. */
export function fieldsOf({ params, body }: { params?: z.ZodType | undefined; body?: z.ZodType | undefined }): Field[] {
  const found: Field[] = []
  if (params) collect(params, 'params', [], [], false, found)
  if (body) collect(body, 'body', [], [], false, found)
  return found
}

function collect(
  schema: z.ZodType,
  from: Field['from'],
  path: readonly string[],
  name: readonly string[],
  isList: boolean,
  found: Field[],
): void {
  const bare = bareSchema(schema)
  if (bare instanceof z.ZodArray) collect(bare.element as z.ZodType, from, path, name, true, found)
  else if (bare instanceof z.ZodUnion)
    for (const option of bare.options) collect(option as z.ZodType, from, path, name, isList, found)
  else if (bare instanceof z.ZodObject)
    for (const [key, child] of Object.entries<z.ZodType>(bare.shape)) {
      const isJson = from === 'params' && path.length === 0 && key === 'json'
      const own = { path: [...path, key], name: isJson ? [] : [...name, key] }
      const isListItself = isList || bareSchema(child) instanceof z.ZodArray
      if (!isJson) found.push({ name: own.name.join('.'), from, path: own.path, isList: isListItself, schema: child })
      collect(child, from, own.path, own.name, isList, found)
    }
}

/** Returns the inner schema of optional(), default(), transform() and similar wrappers. */
export function bareSchema(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return bareSchema(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) {
    // Both id types are pipes or unions themselves, so they are recognised by identity.
    if (schema === (PathId as z.ZodType)) return schema
    return bareSchema((schema.out instanceof z.ZodTransform ? schema.in : schema.out) as z.ZodType)
  }
  return schema
}

/** Returns the values of a field in a request: several for lists, none if the field was omitted. */
export function valuesOf(field: Field, given: { params: unknown; body: unknown }): unknown[] {
  let values: unknown[] = [given[field.from]].flat()
  for (const key of field.path)
    values = values.flatMap((value) =>
      value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined,
    )
  return values.filter((value) => value !== undefined && value !== null)
}

const last = (name: string) => name.slice(name.lastIndexOf('.') + 1)
const namesUser = (name: string) => /^(user|users|user_?ids?|(logged_in|current_login)_user_id)$/i.test(last(name))
const namesSite = (name: string) => /^(web_?sites?(_?ids?)?|sites?(_?ids?)?|wsid)$/i.test(last(name))

/** Ids of shared data: the library, languages, countries. */
const sharedIds =
  /^(part|brand|system|sub_system|main_system|(default_)?lang|language|lid|langaude|country|hotspot)(_?ids?)?$/i

function namesRecord({ name, schema }: Field): boolean {
  if (sharedIds.test(last(name)) || namesUser(name) || namesSite(name)) return false
  const bare = bareSchema(schema)
  return bare === (Id as z.ZodType) || bare === (PathId as z.ZodType) || /(^|_)ids?$|[a-z]Ids?$/.test(last(name))
}

const isUnscoped = (declared: unknown): declared is Unscoped =>
  typeof declared === 'object' && declared !== null && 'unscoped' in declared

/** Returns the field that actsFor or site names; undefined if nothing or an exception is declared. */
export function declaredField(declared: ActsFor | SiteField | undefined): string | undefined {
  if (declared === undefined || isUnscoped(declared)) return undefined
  if (typeof declared === 'string') return declared
  return 'onlySelf' in declared ? declared.onlySelf : declared.ownSite
}

/** Returns the record fields of a call with their kinds, excluding exceptions. */
export const recordFields = (scope: Scope): [field: string, kind: string][] =>
  Object.entries(scope.owns ?? {}).flatMap(([field, kind]) => (typeof kind === 'string' ? [[field, kind]] : []))

/** Throws if a declaration names an unknown field, or if an id has no declaration. */
export function checkScope(call: string, scope: Scope, fields: readonly Field[]): void {
  const names = new Set(fields.map((field) => field.name))
  const user = declaredField(scope.actsFor)
  const site = declaredField(scope.site)
  const owned = Object.keys(scope.owns ?? {})
  for (const name of [user, site, ...owned])
    if (name !== undefined && !names.has(name)) throw new Error(`endpoint ${call}: there is no field ${name}`)
  const declared = new Set([user, site, ...owned])
  for (const field of fields) {
    if (declared.has(field.name)) continue
    if (namesUser(field.name) && !isUnscoped(scope.actsFor))
      throw new Error(`endpoint ${call}: ${field.name} looks like a user id; declare actsFor`)
    if (namesSite(field.name) && !isUnscoped(scope.site))
      throw new Error(`endpoint ${call}: ${field.name} looks like a web site id; declare site`)
    if (namesRecord(field)) throw new Error(`endpoint ${call}: ${field.name} looks like a record id; declare owns`)
  }
}

/** Describes the scope in one line per field: "acts for user_id (in scope)", "id is a banner". */
export function describeScope({ actsFor, site, owns }: Scope): string[] {
  const user = declaredField(actsFor)
  const ofSite = declaredField(site)
  const isStrict = (declared: unknown) => typeof declared === 'object'
  return [
    ...(user === undefined
      ? []
      : [isStrict(actsFor) ? `${user} must be the caller` : `acts for ${user}: the caller, or a user in scope`]),
    ...(isUnscoped(actsFor) ? [`no user is checked: ${actsFor.unscoped}`] : []),
    ...(ofSite === undefined
      ? []
      : [
          isStrict(site)
            ? `${ofSite} must be the web site of the request`
            : `${ofSite} is the web site: the own one, or any for roles that reach all`,
        ]),
    ...(isUnscoped(site) ? [`no web site is checked: ${site.unscoped}`] : []),
    ...Object.entries(owns ?? {}).map(([field, kind]) =>
      typeof kind === 'string' ? `${field} is a ${kind} in scope` : `${field} is not checked: ${kind.unscoped}`,
    ),
  ]
}

export const describeAudit = (audit: Audit): string =>
  'action' in audit ? `audited as ${audit.action}` : `not audited: ${audit.notAudited}`

// ── types ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The names of a value's fields, nested ones with dots; a list has the names of its elements. */
type Names<T> = T extends readonly (infer Element)[]
  ? Names<Element>
  : T extends object
    ? string extends keyof T
      ? never
      : { [Key in keyof T & string]: Key | `${Key}.${Names<NonNullable<T[Key]>>}` }[keyof T & string]
    : never

/** The field names that the declarations of a call may use. */
export type FieldName<Params, Body> =
  Names<Omit<Params, 'json'>> | (Params extends { json: infer Json } ? Names<Json> : never) | Names<Body>

type At<T, Path extends string> = T extends readonly (infer Element)[]
  ? At<Element, Path>[]
  : T extends object
    ? Path extends `${infer Head}.${infer Rest}`
      ? Head extends keyof T
        ? At<T[Head], Rest>
        : never
      : Path extends keyof T
        ? T[Path]
        : never
    : T

/** The type of a declared field; includes undefined if the field is optional. */
export type FieldValue<Params, Body, Name extends string> =
  Name extends Names<Omit<Params, 'json'>>
    ? At<Params, Name>
    : Params extends { json: infer Json }
      ? Name extends Names<Json>
        ? At<Json, Name>
        : At<Body, Name>
      : At<Body, Name>
