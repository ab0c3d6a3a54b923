import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

/** Closes a dialog with its own URL: goes back to the previous page, or home if the URL was opened directly. */
export function useClose(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The router numbers its history entries; 0 is the first page of the visit.
    const { idx } = (history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate(paths.publicHome, { replace: true, preventScrollReset: true }))
  }, [navigate])
}
