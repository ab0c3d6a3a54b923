import { routes } from '@cutaway/contract/routes.ts'
import { allCalls } from '@cutaway/contract'
import {
  describeWho,
  isFileReply,
  needsSession,
  pathParameters,
  wireName,
  type Endpoint,
} from '@cutaway/contract/endpoint.ts'
import { describeAudit, describeScope } from '@cutaway/contract/scope.ts'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '../plain-routes.ts'
import { z } from 'zod'
import { allowStyles } from './policy.ts'
import { apiPage, apiPageStyle } from './openapi.page.ts'

/** The contract as OpenAPI 3.1, and a page to browse it. */

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Record<
    string,
    unknown
  >
  return rest
}

const envelopeOf = (e: Endpoint) => ({
  type: 'object',
  required: ['status', 'message', 'data'],
  properties: {
    status: { type: 'integer', enum: [0, 1], description: '1 is success' },
    message: { type: 'string', description: 'Translation key' },
    data: isFileReply(e.reply) ? {} : { anyOf: [schemaOf(e.reply, 'output'), { type: 'null' }] },
    ...(e.beside ? ((schemaOf(e.beside, 'output') as { properties?: object }).properties ?? {}) : {}),
  },
})

function requestBodyOf(e: Endpoint): { requestBody?: object } {
  if (!e.body && !e.upload) return {}
  const fields: Record<string, unknown> = e.body ? schemaOf(e.body, 'input') : { type: 'object' }
  if (!e.upload) return { requestBody: { required: true, content: { 'application/json': { schema: fields } } } }
  const schema = {
    ...fields,
    required: [...((fields['required'] as string[] | undefined) ?? []), 'file'],
    properties: {
      ...(fields['properties'] as object | undefined),
      file: {
        type: 'string',
        format: 'binary',
        description: `At most ${e.upload.maxBytes} bytes${e.upload.mediaTypes ? `: ${e.upload.mediaTypes.join(', ')}` : ''}`,
      },
    },
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

/** Returns the description of every declared call. */
export function openApi(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { room, name, endpoint: e } of allCalls()) {
    const path = e.path.replaceAll(/:(\w+)\??/g, '{$1}')
    const okContent = isFileReply(e.reply)
      ? { [e.reply.file]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: envelopeOf(e) } }
    const refused = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } }
    paths[path] ??= {}
    paths[path][e.method.toLowerCase()] = {
      operationId: name,
      tags: [room],
      summary: e.summary,
      description:
        `Who may call: ${describeWho(e.who)}.` +
        describeScope(e)
          .map((line) => ` Scope: ${line}.`)
          .join('') +
        (e.audit ? ` Audit log: ${describeAudit(e.audit)}.` : '') +
        (e.fails?.length ? ` Refuses with ${e.fails.map((f) => `\`${f}\``).join(', ')}.` : '') +
        (wireName(e) === name ? '' : ` Known as ${wireName(e)}.`),
      security: needsSession(e.who) ? [{ session: [] }] : [],
      parameters: pathParameters(e.path).map(({ name: parameter, optional }) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: schemaOf((e.params!.shape as Record<string, z.ZodType>)[parameter]!, 'input'),
        ...(optional ? { description: 'May be left out, with its slash, together with what follows.' } : {}),
      })),
      ...requestBodyOf(e),
      responses: {
        200: { description: 'Success, or a refusal with status 0', content: okContent },
        400: { description: 'Malformed', ...refused },
        ...(e.upload ? { 413: { description: 'The file is too large', ...refused } } : {}),
        ...(!needsSession(e.who)
          ? {}
          : { 401: { description: 'No session', ...refused }, 403: { description: 'No right', ...refused } }),
        429: { description: 'Too many requests', ...refused },
        503: { description: 'Database not reachable', ...refused },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cutaway', version: '1', description: 'Every answer is an envelope: status, message, data.' },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'cutaway_session' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['status', 'message', 'data'],
          properties: { status: { const: 0 }, message: { type: 'string' }, data: {} },
        },
      },
    },
  }
}

export function registerDescription(app: FastifyInstance): void {
  let made: string | undefined
  addRoute(app, routes.openApi, (_request, reply) => {
    made ??= JSON.stringify(openApi())
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(made)
  })
  addRoute(app, routes.apiPage, (_request, reply) => {
    allowStyles(reply, apiPageStyle)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(apiPage())
  })
}
