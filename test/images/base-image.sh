#!/bin/sh
# Makes a root file system that stands in for the Dockerfile's base image, where no registry of
# images can be reached: Debian by debootstrap, Node and npm from the registry of npm, and the user
# `node`. Its arguments are the directory, Node's major version, Debian's release and an architecture.
set -eu
root=$1 major=$2 release=$3 arch=$4
case $arch in amd64) node=x64 ;; *) node=$arch ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

foreign=
[ "$arch" = "$(dpkg --print-architecture)" ] || foreign=--foreign
debootstrap --variant=minbase --include=ca-certificates --arch="$arch" $foreign \
  "$release" "$root" http://deb.debian.org/debian >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
# With qemu-user-static and binfmt_misc, the programs of another architecture run here, too.
[ -z "$foreign" ] || chroot "$root" /debootstrap/debootstrap --second-stage >"$work/log" 2>&1

cd "$work"
mkdir node npm
tar -xzf "$(npm pack --silent "node-linux-$node@$major")" -C node
tar -xzf "$(npm pack --silent npm@10)" -C npm
install -m 755 node/package/bin/node "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules" "$root/usr/local/etc"
cp -R npm/package "$root/usr/local/lib/node_modules/npm"
for name in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"
done
# The certificates of this machine, which may reach the registry through a proxy of its own.
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
echo cafile=/etc/ssl/certs/ca-certificates.crt >"$root/usr/local/etc/npmrc"
printf '%s\n' node:x:1000:1000::/home/node:/bin/bash >>"$root/etc/passwd"
printf '%s\n' node:x:1000: >>"$root/etc/group"
install -d -o 1000 -g 1000 "$root/home/node"
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc/* "$root"/usr/share/man/*
