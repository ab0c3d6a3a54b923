import type * as Sdk from '@aws-sdk/client-s3'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { checkKey, RangeNotSatisfiable } from './rules.ts'
import type { Storage } from './storage.ts'

type S3Config = Extract<Config['storage'], { kind: 's3' }>

/**
 * Stores objects in a bucket. With a custom endpoint the bucket is part of the path, as most compatible services
 * require.
 */
export function s3Storage(config: S3Config): Storage {
  const Bucket = config.bucket
  let connecting: Promise<{ client: Sdk.S3Client; s3: typeof Sdk }> | undefined
  // The SDK is large and most installations store files in a folder, so it is loaded on first use.
  const connect = () => (connecting ??= open(config))

  return {
    async put(key, content, { mediaType }) {
      checkKey(key)
      const { client, s3 } = await connect()
      const send = (body: Uint8Array | Readable, size: number) =>
        client.send(
          new s3.PutObjectCommand({ Bucket, Key: key, Body: body, ContentLength: size, ContentType: mediaType }),
        )
      if (content instanceof Readable) await throughFile(content, send)
      else await send(content, content.byteLength)
    },

    async get(key, part) {
      checkKey(key)
      const { client, s3 } = await connect()
      const Range = part && `bytes=${part.start}-${part.end ?? ''}`
      try {
        const found = await client.send(new s3.GetObjectCommand({ Bucket, Key: key, ...(Range ? { Range } : {}) }))
        if (!(found.Body instanceof Readable)) throw new Error('storage: the bucket returned no body')
        const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '') ?? []
        return {
          stream: found.Body,
          size: Number(size ?? found.ContentLength),
          mediaType: found.ContentType ?? 'application/octet-stream',
          ...(part ? { part: { start: Number(start), end: Number(end) } } : {}),
        }
      } catch (error) {
        if (statusOf(error) === 404) return null
        if (statusOf(error) !== 416) throw error
        const { ContentLength = 0 } = await client.send(new s3.HeadObjectCommand({ Bucket, Key: key }))
        throw new RangeNotSatisfiable(ContentLength)
      }
    },

    async has(key) {
      checkKey(key)
      const { client, s3 } = await connect()
      try {
        await client.send(new s3.HeadObjectCommand({ Bucket, Key: key }))
        return true
      } catch (error) {
        if (statusOf(error) === 404) return false
        throw error
      }
    },

    async remove(key) {
      checkKey(key)
      const { client, s3 } = await connect()
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }))
    },
  }
}

async function open(config: S3Config) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    ...(config.endpoint ? { endpoint: config.endpoint, forcePathStyle: true } : {}),
    // Some compatible services do not support the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, s3 }
}

/** Writes the stream to a file first: a bucket requires the length in advance, which a stream does not have. */
async function throughFile(content: Readable, send: (body: Readable, size: number) => Promise<unknown>) {
  const path = join(tmpdir(), `cutaway-upload-${randomUUID()}`)
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    await send(createReadStream(path), size)
  } finally {
    await rm(path, { force: true })
  }
}

function statusOf(error: unknown): number | undefined {
  const about = typeof error === 'object' && error !== null && '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof about === 'object' && about !== null && 'httpStatusCode' in about ? about.httpStatusCode : undefined
  return typeof status === 'number' ? status : undefined
}
