/** The few calls of the customer's page. The whole client of the portal would weigh more than the page. */

export interface Answer<T> {
  status: 0 | 1
  message: string
  data: T | null
}

type Call = 'animationVideoTracking' | 'answerLink' | 'askShop'

const addressOf = (call: Call) => `/api/v1/${call}`

/** Posts JSON and answers the envelope; null where the server cannot be reached or does not answer as it should. */
export async function post<T>(call: Call, body: object): Promise<Answer<T> | null> {
  try {
    const response = await fetch(addressOf(call), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A page that is left still says what it had to say.
      keepalive: true,
    })
    return (await response.json()) as Answer<T>
  } catch {
    return null
  }
}

/** Posts JSON while the page goes away. Answers whether the browser took it. */
export function postLast(call: Call, body: object): boolean {
  const blob = new Blob([JSON.stringify(body)], { type: 'application/json' })
  return navigator.sendBeacon(addressOf(call), blob)
}
