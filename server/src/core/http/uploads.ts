import type { UploadRule } from '@cutaway/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { badRequest, HttpRefusal } from './errors.ts'
import { isWellFormed, isWellFormedParameter } from './text.ts'

/** Files that come with a call, as multipart/form-data: exactly one, in the field `file`, with other fields beside it. */

export interface Upload {
  bytes: Buffer
  /** As the sender named it: only to be shown, never a path. */
  fileName: string
  /** As the sender says: the bytes have the last word. */
  mediaType: string
}

const mostFields = 20
const mostFieldBytes = 8 * 1024

/**
 * The file of a request, whole in memory, and the other fields as text. Refused: no form or no file (400), a second one
 * (400), one beyond the limit (413).
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes }: UploadRule,
): Promise<{ upload: Upload; fields: Record<string, string> }> {
  if (!request.isMultipart()) badRequest()
  const limits = {
    files: 1,
    fileSize: maxBytes,
    fields: mostFields,
    fieldSize: mostFieldBytes,
    parts: mostFields + 1,
    headerPairs: 50,
  }
  const fields = new Map<string, string>()
  let upload: Upload | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        // Read before it is judged: a file that nobody reads holds up the fields behind it.
        const bytes = await part.toBuffer()
        if (upload || part.fieldname !== 'file' || !isWellFormed(part.filename)) badRequest()
        upload = { bytes, fileName: part.filename.slice(0, 200), mediaType: part.mimetype }
      } else {
        if (typeof part.value !== 'string' || part.valueTruncated || fields.has(part.fieldname)) badRequest()
        if (!isWellFormed(part.fieldname) || !isWellFormedParameter(part.value)) badRequest()
        fields.set(part.fieldname, part.value)
      }
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (!upload) badRequest()
  return { upload, fields: Object.fromEntries(fields) }
}

/** A limit that is passed says so; whatever else is wrong with a form is a malformed request. */
function asRefusal(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error
  const { code } = error as { code?: string }
  return code === 'FST_REQ_FILE_TOO_LARGE' ? new HttpRefusal(413, 'too_large') : new HttpRefusal(400, 'invalid_request')
}
