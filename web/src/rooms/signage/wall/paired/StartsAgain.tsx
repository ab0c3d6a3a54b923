import { Component, type ReactNode } from 'react'
import { reportError } from '../../../../core/errors.ts'

/** Milliseconds until a page with a fault loads itself anew; a fault that comes back costs no more than that. */
const startsAfter = 10_000

/** Nobody presses a button in a waiting room: after a fault of the page it is reported, and the page starts again. */
export class StartsAgain extends Component<{ children: ReactNode; start: () => void }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error, 'render')
    setTimeout(this.props.start, startsAfter)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
