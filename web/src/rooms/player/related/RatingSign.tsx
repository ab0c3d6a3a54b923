import type { InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'

/** The sign of an inspection rating on the film: circle, triangle, square; a ring for what is no verdict. A word must stand beside it. */
export function RatingSign({ rating }: { rating: InteractiveButton['rating'] | 'stage' }) {
  switch (rating) {
    case 'good':
      return (
        <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">
          <circle cx="4.5" cy="4.5" r="4.2" fill="#3ecb7b" />
        </svg>
      )
    case 'check_soon':
      return (
        <svg width="10" height="9" viewBox="0 0 10 9" aria-hidden="true">
          <path d="M5 0l5 9H0z" fill="#f2b632" />
        </svg>
      )
    case 'replace_now':
      return (
        <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">
          <rect width="9" height="9" fill="#ff6b60" />
        </svg>
      )
    case 'stage':
      return (
        <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">
          <circle cx="4.5" cy="4.5" r="3.3" fill="none" stroke="#8fc0ff" strokeWidth="2" />
        </svg>
      )
    case '':
      return null
  }
}
