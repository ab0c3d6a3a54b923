import type { UploadRule } from '@cutaway/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { badRequest, HttpRefusal } from './errors.ts'
import { isWellFormed, isWellFormedParameter } from './text.ts'

/** File uploads of calls, as multipart/form-data: exactly one file in the field `file`, next to other fields. */

export interface Upload {
  bytes: Buffer
  /** The name that the sender gave. Use it for display only, never as a path. */
  fileName: string
  /** The type that the sender gave. The bytes decide the actual type. */
  mediaType: string
}

const mostFields = 20
const mostFieldBytes = 8 * 1024

/**
 * Reads the file of a request into memory, and the other fields as text. Refuses a form without a file (400), a second
 * file (400) and a file beyond the limit (413).
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
        // Reads the part before checking it: an unread file blocks the fields behind it.
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

/** Returns 413 for an exceeded limit; any other problem of a form is a malformed request. */
function asRefusal(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error
  const { code } = error as { code?: string }
  return code === 'FST_REQ_FILE_TOO_LARGE' ? new HttpRefusal(413, 'too_large') : new HttpRefusal(400, 'invalid_request')
}
