import { allCalls } from '@cutaway/contract'
import { describeWho, isFileReply, pathParameters, type Endpoint } from '@cutaway/contract/endpoint.ts'
import { routes } from '@cutaway/contract/routes.ts'
import { describeAudit, describeScope } from '@cutaway/contract/scope.ts'
import { tokensCss, type Colour } from '@cutaway/contract/tokens.ts'
import { z } from 'zod'

const pageColours: Colour[] = [
  'gray-0',
  'gray-1',
  'gray-2',
  'gray-7',
  'gray-9',
  'green-text',
  'info-text',
  'red-text',
  'surface',
]

/** The page at /api/v1: every call by room with its parameters, body and reply. It is plain HTML without scripts. */

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return `<pre tabindex="0">${escape(JSON.stringify(rest, null, 1))}</pre>`
}

function callHtml(name: string, e: Endpoint): string {
  const parameters = pathParameters(e.path).map(
    (p) => `<li><code>${p.name}</code>${p.optional ? ' (may be left out)' : ''}</li>`,
  )
  return `<details id="${name}"><summary><b class="${e.method}">${e.method}</b> <code>/api/v1${escape(e.path)}</code> <span>${escape(e.summary)}</span></summary>
<p>Who may call: <b>${escape(describeWho(e.who))}</b>.${e.limit ? ` At most ${e.limit.max} calls a minute from one address.` : ''}</p>
${scopeHtml(e)}${parameters.length ? `<h4>In the path</h4><ul>${parameters.join('')}</ul>${shape(e.params!, 'input')}` : ''}
${e.body ? `<h4>Body</h4>${shape(e.body, 'input')}` : ''}
<h4>Reply${isFileReply(e.reply) ? `: ${e.reply.file}` : ', in data'}</h4>${isFileReply(e.reply) ? '' : shape(e.reply, 'output')}
${e.fails?.length ? `<h4>Refuses with</h4><ul>${e.fails.map((f) => `<li><code>${escape(f)}</code></li>`).join('')}</ul>` : ''}</details>`
}

function scopeHtml(e: Endpoint): string {
  const lines = [...describeScope(e), ...(e.audit ? [describeAudit(e.audit)] : [])]
  return lines.length ? `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>` : ''
}

/** Returns the routes that are not calls: pages, files, hooks. */
function routesHtml(): string {
  const rows = Object.values(routes).map(
    ({ method, path, who, summary }) =>
      `<tr><td><b class="${method}">${method}</b></td><td><code>${escape(path)}</code></td><td>${escape(describeWho(who))}</td><td>${escape(summary)}</td></tr>`,
  )
  return `<section><h2>Other routes</h2><table>${rows.join('')}</table></section>`
}

/** The text of the page's style element. The content security policy allows it by its hash. */
export const apiPageStyle = `${tokensCss(pageColours)}
body{margin:0;background:var(--gray-0);color:var(--gray-9);font:14px/20px system-ui,sans-serif}main{max-width:1000px;margin:auto;padding:24px 16px}
h1{font-size:26px;line-height:32px}h2{font-size:16px;margin-top:32px}h4{margin:12px 0 4px}code,pre{font-family:ui-monospace,monospace;font-size:13px}
details{background:var(--surface);border:1px solid var(--gray-2);border-radius:6px;padding:8px 12px;margin:6px 0}summary{cursor:pointer}summary span{color:var(--gray-7)}
summary b{display:inline-block;width:64px}pre{max-height:320px;overflow:auto;background:var(--gray-1);padding:8px;border-radius:4px}table{border-spacing:12px 4px;text-align:left}td{vertical-align:top}
.POST,.PUT{color:var(--green-text)}.DELETE{color:var(--red-text)}.GET{color:var(--info-text)}:focus-visible{outline:2px solid var(--info-text);outline-offset:2px}`

export function apiPage(): string {
  const rooms = new Map<string, string[]>()
  for (const { room, name, endpoint } of allCalls())
    rooms.set(room, [...(rooms.get(room) ?? []), callHtml(name, endpoint)])
  const list = [...rooms].map(([room, calls]) => `<section><h2>${room}</h2>${calls.join('')}</section>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls of Cutaway</title><style>${apiPageStyle}</style></head><body><main><h1>Calls of Cutaway</h1>
<p>Every answer is an envelope: <code>{"status": 1, "message": "ok", "data": …}</code>. A refusal has status 0 and a message key. A session travels in a cookie; a call that
changes something must come from the same origin. The same as data: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>${list}${routesHtml()}</main></body></html>`
}
