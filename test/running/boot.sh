# shellcheck shell=sh
# Starts systemd in a tree of files as on a machine of its own: without a network but for itself, and with its own
# processes, mounts and control group. Its arguments are the tree, a folder with more files, which the machine has at
# /mnt/host, and its control group.
set -e
echo $$ > "$3/cgroup.procs"
exec unshare --mount --pid --fork --kill-child --net --uts --ipc --cgroup sh -ec '
tree=$1
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$tree/lower,upperdir=$tree/upper,workdir=$tree/work" "$tree/root"
cd "$tree/root"
mount -t proc proc proc
# What the kernel has for all machines together is not for this one to change.
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for number in 0 1 2; do
  ln -s "/proc/self/fd/$number" "dev/$(echo stdin stdout stderr | cut -d" " -f $((number + 1)))"
done
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir -p mnt/host mnt/old
mount --bind "$2" mnt/host
mount -o remount,bind,ro mnt/host
ip link set lo up
hostname podcasts
pivot_root . mnt/old
# It may do as root whatever stays within the machine.
exec chroot . sh -c "umount -l /mnt/old && exec env -i container=test PATH=/usr/sbin:/usr/bin \
  setpriv --bounding-set -sys_time,-sys_module,-sys_rawio,-syslog,-wake_alarm /lib/systemd/systemd"
' sh "$1" "$2"
