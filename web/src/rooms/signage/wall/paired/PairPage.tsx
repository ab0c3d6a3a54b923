import { CallFailed } from '@cutaway/contract/client.ts'
import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { getScreenPlan } from '@cutaway/contract/rooms/signage/plays.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../../core/api.ts'
import { getLocal, removeLocal, setLocal } from '../../../../core/local-storage.ts'
import { CodeCard } from './CodeCard.tsx'
import { PairedWall } from './PairedWall.tsx'
import { forgetFiles } from './keep-files.ts'
import { StartsAgain } from './StartsAgain.tsx'
import classes from './Paired.module.css'

/**
 * The page of a screen in a waiting room. It shows a code until it is paired, and the loop from then on; without network
 * it plays the last loop that it knows.
 */

const planKey = 'wall-plan'

export function storedPlan(): WallPlan | null {
  try {
    return JSON.parse(getLocal(planKey) ?? 'null') as WallPlan | null
  } catch {
    return null
  }
}

type State = { kind: 'asking' } | { kind: 'code' } | { kind: 'plays'; plan: WallPlan }

/** Milliseconds until a screen without plan and without network asks again. */
const askAgain = 5000

export default function PairPage() {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (state.kind !== 'asking') return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    call(getScreenPlan, { signal: stop.signal })
      .then((plan) => {
        setLocal(planKey, JSON.stringify(plan))
        setState({ kind: 'plays', plan })
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        if (error instanceof CallFailed && error.http === 401) {
          setState({ kind: 'code' })
          return
        }
        const plan = storedPlan()
        if (plan) setState({ kind: 'plays', plan })
        else timer = setTimeout(() => setTries(tries + 1), askAgain)
      })
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [state.kind, tries])

  const onRevoked = () => {
    removeLocal(planKey)
    forgetFiles()
    setState({ kind: 'code' })
  }
  return (
    <div className={classes.page}>
      {state.kind === 'code' ? <CodeCard onPaired={() => setState({ kind: 'asking' })} /> : null}
      {state.kind === 'plays' ? (
        <StartsAgain start={() => location.reload()}>
          <PairedWall
            first={state.plan}
            onPlan={(plan) => setLocal(planKey, JSON.stringify(plan))}
            onRevoked={onRevoked}
          />
        </StartsAgain>
      ) : null}
    </div>
  )
}
