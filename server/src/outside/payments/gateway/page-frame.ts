import { tokensCss } from '@cutaway/contract/tokens.ts'
import { escaped } from './markup.ts'

/** The frame of the gateway's own pages, in the house's look. */

const style = `${tokensCss(['gray-0', 'gray-1', 'gray-2', 'gray-3', 'gray-6', 'gray-7', 'gray-9', 'surface', 'field-line', 'yellow-tint', 'yellow-line', 'yellow-text', 'green-text', 'green-tint', 'red-text', 'red-tint'])}
*{box-sizing:border-box}
body{margin:0;background:var(--gray-0);color:var(--gray-9);font:14px/20px Inter,system-ui,'Segoe UI',Arial,sans-serif}
.money{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;padding:10px 24px;background:var(--yellow-tint);border-bottom:1px solid var(--yellow-line);color:var(--yellow-text)}
.money strong{letter-spacing:.08em}
main{max-width:1240px;margin:0 auto;padding:24px}
h1{margin:0 0 4px;font-size:26px;line-height:32px;font-weight:600;letter-spacing:-.018em}
h2{margin:0 0 12px;font-size:16px;line-height:24px;font-weight:600;scroll-margin-top:64px}h3{margin:24px 0 4px;font-size:14px;line-height:20px;font-weight:600}
p{margin:0 0 16px;color:var(--gray-7);max-width:68ch}
.card{background:var(--surface);border:1px solid var(--gray-2);border-radius:10px;padding:16px;margin:0 0 24px}
.narrow{width:calc(100% - 32px);max-width:420px;margin:32px auto;padding:24px}
button,.button{font:inherit;font-weight:500;min-height:36px;padding:0 14px;border:1px solid var(--gray-3);border-radius:6px;background:var(--surface);color:var(--gray-9);cursor:pointer}
button:hover{background:var(--gray-1)}
button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid #1f5fbf;outline-offset:2px}
.primary{background:#1f5fbf;border-color:#1f5fbf;color:#fff}.primary:hover{background:#1a52a6}
.narrow form{display:grid;gap:8px}.narrow button{min-height:44px}
label{display:grid;gap:4px;font-weight:500}
input,select{font:inherit;width:100%;min-height:36px;padding:0 10px;border:1px solid var(--field-line);border-radius:6px;background:var(--surface);color:var(--gray-9)}
textarea{font:inherit;width:100%;padding:8px 10px;border:1px solid var(--field-line);border-radius:6px;background:var(--surface);color:var(--gray-9);resize:vertical}
.wide{grid-template-columns:repeat(auto-fit,minmax(220px,1fr));max-width:560px}.words{max-width:560px;margin:12px 0}.digits{white-space:nowrap}
.acts{display:flex;flex-wrap:wrap;gap:8px}
.check{display:flex;gap:8px;align-items:center;min-height:36px}.check input{width:18px;min-height:18px;height:18px}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;align-items:end}
.scroll{overflow-x:auto;margin:0 -16px -16px;padding:0 16px 16px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{font-weight:500;color:var(--gray-6);text-align:start;padding:8px 12px 8px 0;border-bottom:1px solid var(--gray-2);white-space:nowrap}
td{padding:10px 12px 10px 0;border-bottom:1px solid var(--gray-1);vertical-align:top}
.number{text-align:end;white-space:nowrap}time{white-space:nowrap}
.tag{display:inline-block;padding:1px 8px;border-radius:999px;background:var(--gray-1);white-space:nowrap}
.paid{background:var(--green-tint);color:var(--green-text)}.declined{background:var(--red-tint);color:var(--red-text)}
code{font:13px/18px ui-monospace,monospace}
.row{display:flex;flex-wrap:wrap;gap:6px}.row button{min-height:28px;padding:0 8px}
.sum{font-size:20px;line-height:28px;font-weight:600}
@media(max-width:576px){main{padding:16px}.money{padding:10px 16px}
table.lines,table.lines tbody,table.lines tr,table.lines td{display:block}table.lines thead{display:none}
table.lines tr{padding:8px 0;border-bottom:1px solid var(--gray-2)}table.lines td{border:0;padding:2px 0;display:flex;justify-content:space-between;gap:16px;text-align:end}
table.lines td::before{flex:none;content:attr(data-label);color:var(--gray-6);text-align:start}}`

/** Renders a whole page of the gateway. */
export const gatewayFrame = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)} – test money</title><style>${style}</style></head>
<body><header class="money"><strong>TEST MONEY</strong><span>No card is charged here.</span></header>${body}</body></html>`

/** Renders a page for the person who pays: one narrow card. */
export const personPage = (title: string, content: string): string =>
  gatewayFrame(title, `<main class="card narrow">${content}</main>`)
