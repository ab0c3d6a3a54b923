import { parentPort } from 'node:worker_threads'
import type { PdfAsk, PdfMessage } from './pdf.ts'
import { drawPdf } from './page.ts'

/** The thread that renders documents: layout and font subsetting need a lot of processor time. */

const port = parentPort!
const answer = (message: PdfMessage) => port.postMessage(message)

port.on('message', async ({ id, document, logo }: PdfAsk) => {
  try {
    answer({ id, bytes: await drawPdf(document, logo) })
  } catch (error) {
    answer({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
