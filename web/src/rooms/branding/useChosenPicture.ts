import { pictureUpload } from '@cutaway/contract/rooms/branding/pictures.ts'
import { useEffect, useState } from 'react'
import type { Size } from './sizes.ts'

export interface ChosenPicture {
  file: File
  url: string
  /** The picture as decoded by the browser. */
  size: Size
}

/** Reads a picture from a file and validates it in the browser before the upload. `error` is a message key. */
export function useChosenPicture() {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture.url) : undefined), [picture])

  async function choose(file: File): Promise<ChosenPicture | null> {
    const chosen = file.size > pictureUpload.maxBytes ? 'picture_over_5mb' : await read(file)
    setPicture(typeof chosen === 'string' ? null : chosen)
    setError(typeof chosen === 'string' ? chosen : null)
    return typeof chosen === 'string' ? null : chosen
  }
  return { picture, error, setError, choose }
}

async function read(file: File): Promise<ChosenPicture | string> {
  if (!pictureUpload.mediaTypes.includes(file.type)) return 'not_a_picture'
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(url)
    return 'not_a_picture'
  }
  return { file, url, size: { width: image.naturalWidth, height: image.naturalHeight } }
}
