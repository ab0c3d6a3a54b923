import { get, logIn } from './people.ts'
import type { ServerProcess } from './processes.ts'

/** A year of the demo's clock, in the steps of its page: renewals, charges, dunning and mails of every web site. */

const days = 366
const daysOfStep = 6

export interface YearFigures {
  /** Of the portal; on an idle processor, the time that a person waits. */
  processorSeconds: number
  /** From the first step to the last, without the pauses of the page. */
  seconds: number
  /** Payments of all web sites in the list of the payment desk. */
  payments: number
}

export async function measureYear(portal: ServerProcess): Promise<YearFigures> {
  const host = `site31.localhost:${new URL(portal.address).port}`
  const { cookie } = await logIn(portal, { username: 'super', host })
  const post = async (path: string, body: object): Promise<{ total?: number }> => {
    const headers = { host, origin: `http://${host}`, cookie, 'content-type': 'application/json' }
    const response = await get(portal, `/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = JSON.parse(response.body.toString()) as { status: number; message: string; total?: number }
    if (answer.status !== 1) throw new Error(`${path}: ${answer.message}`)
    return answer
  }
  const [start, cpu] = [performance.now(), portal.cpuSeconds() ?? 0]
  for (let passed = 0; passed < days; passed += daysOfStep) await post('demoClock', { days: daysOfStep })
  const seconds = (performance.now() - start) / 1000
  const processorSeconds = (portal.cpuSeconds() ?? 0) - cpu
  const { total = 0 } = await post('searchPayments', {})
  return { processorSeconds, seconds, payments: total }
}
