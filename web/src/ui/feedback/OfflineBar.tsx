import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { reaches, useOnline } from '../../core/online.ts'
import { queries } from '../../core/query.ts'
import classes from './OfflineBar.module.css'

/** Shown while the browser is offline and the server out of reach. Pending queries run when the connection is back. */
export function OfflineBar({ shown }: { shown?: boolean }) {
  const t = useTexts()
  const online = useOnline()
  const [isCutOff, setCutOff] = useState(false)
  useEffect(() => {
    if (online) return undefined
    const leave = new AbortController()
    void reaches(leave.signal).then((isReached) => {
      if (!leave.signal.aborted) setCutOff(!isReached)
    })
    return () => {
      leave.abort()
      setCutOff(false)
    }
  }, [online])
  if (!isCutOff && !shown) return null
  return (
    <output className={classes.bar}>
      <IconWifiOff size={18} stroke={1.75} aria-hidden />
      <span className={classes.text}>{t('offline')}</span>
      <button type="button" className={classes.retry} onClick={() => void queries.refetchQueries({ type: 'active' })}>
        {t('try_again')}
      </button>
    </output>
  )
}
