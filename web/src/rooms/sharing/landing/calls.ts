/** Makes the few calls of the landing page. The portal's full client would be larger than the page. */

export interface Answer<T> {
  status: 0 | 1
  message: string
  data: T | null
}

type Call = 'animationVideoTracking' | 'answerLink' | 'askShop'

const addressOf = (call: Call) => `/api/v1/${call}`

/** Posts JSON and returns the envelope; null if the server cannot be reached or the response is invalid. */
export async function post<T>(call: Call, body: object): Promise<Answer<T> | null> {
  try {
    const response = await fetch(addressOf(call), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // The request outlives the page.
      keepalive: true,
    })
    return (await response.json()) as Answer<T>
  } catch {
    return null
  }
}

/** Posts JSON while the page closes. Returns whether the browser accepted it. */
export function postLast(call: Call, body: object): boolean {
  const blob = new Blob([JSON.stringify(body)], { type: 'application/json' })
  return navigator.sendBeacon(addressOf(call), blob)
}
