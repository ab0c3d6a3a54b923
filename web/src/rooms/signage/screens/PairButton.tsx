import { IconDeviceTv } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'

export function PairButton({ variant, onClick }: { variant: 'filled' | 'default'; onClick: () => void }) {
  const t = useTexts()
  return (
    <Button variant={variant} leftSection={<IconDeviceTv size={16} stroke={1.75} aria-hidden />} onClick={onClick}>
      {t('screen_pair')}
    </Button>
  )
}
