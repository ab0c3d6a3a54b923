import type { VideoType } from '@cutaway/contract/fields.ts'
import { IconHandFinger, IconVolume } from '@tabler/icons-react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useMay, useVideoType } from '../../core/session.ts'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'

/** Returns the selected type of film. A touch screen shows interactive films only with a separate right. */
export function useShownType(): { type: VideoType; choose: ((type: VideoType) => void) | null } {
  const mayInteractive = useMay('allow_interactive_in_kiosk_mode')
  const [type, choose] = useVideoType()
  if (!mayInteractive) return { type: 'narrated', choose: null }
  return { type, choose }
}

/** Switches between narrated and interactive. The choice is stored on this device. */
export function VideoTypeSwitch({ fill }: { fill?: boolean }) {
  const t = useTexts()
  const { type, choose } = useShownType()
  if (!choose) return null
  return (
    <SegmentedControl
      fill={fill}
      label={t('film_type')}
      value={type}
      onChange={choose}
      segments={[
        { value: 'narrated', label: t('narrated'), icon: <IconVolume size={16} stroke={1.75} aria-hidden /> },
        { value: 'interactive', label: t('interactive'), icon: <IconHandFinger size={16} stroke={1.75} aria-hidden /> },
      ]}
    />
  )
}
